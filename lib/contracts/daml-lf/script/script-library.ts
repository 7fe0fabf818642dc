import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type { CompiledProgram } from "../engine/program.ts";
import type { LfExpr, LfPackage } from "../syntax/ast.ts";

/**
 * Names of the package of the script library (daml-script.md 1.1). Every SDK builds the package anew, so
 * the id differs and the library is recognized by name. From SDK 3.3 on, the name is `daml-script`.
 */
const libraryNames: ReadonlySet<string> = new Set(["daml-script", "daml3-script"]);

/** Modules of the library. */
export const lowLevelScriptModuleName = "Daml.Script.Internal.LowLevel";
export const scriptQuestionsModuleName = "Daml.Script.Internal.Questions";

export const isScriptLibrary = ({ name }: Pick<LfPackage, "name">): boolean =>
  libraryNames.has(name);

/**
 * Returns `present` for the script type of the current library and `legacy` for that of Daml 2; undefined
 * for other types.
 */
export const findScriptTypeGeneration = (id: TypeId): "present" | "legacy" | undefined => {
  switch (splitTypeId(id).qualifiedName) {
    case `${lowLevelScriptModuleName}:Script`:
      return "present";
    case "Daml.Script:Script":
      return "legacy";
    default:
      return undefined;
  }
};

/**
 * Replaces the library's function `dangerousCast` by the identity function. The library casts questions
 * and answers to and from a placeholder type with it. The library's own definition raises an error, so
 * the runner must replace it.
 */
export const overrideDangerousCast = (program: CompiledProgram, library: PackageId): void => {
  program.overrideDefinition(
    `${library}:${lowLevelScriptModuleName}:dangerousCast`,
    identityFunctionExpr,
  );
};

const placeholderType = { kind: "builtin", builtin: "Unit", arguments: [] } as const;

// Types are erased, so any type will do.
const identityFunctionExpr: LfExpr = {
  kind: "lambda",
  parameters: [{ name: "value", type: placeholderType }],
  body: { kind: "variable", name: "value" },
};
