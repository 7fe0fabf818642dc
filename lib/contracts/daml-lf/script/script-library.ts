import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Program } from "../engine/program.ts";
import type { Expr, LfPackage } from "../syntax/ast.ts";

/**
 * Names of the library that scripts are written with (daml-script.md 1.1). Every SDK builds its own
 * package, so it is recognized by name; from 3.3 on it is `daml-script`.
 */
const libraryNames: ReadonlySet<string> = new Set(["daml-script", "daml3-script"]);

/** Modules of the library. */
export const lowLevel = "Daml.Script.Internal.LowLevel";
export const questions = "Daml.Script.Internal.Questions";

export const isScriptLibrary = ({ name }: Pick<LfPackage, "name">): boolean =>
  libraryNames.has(name);

/**
 * Returns whether a type is the script type of the current library or of Daml 2; undefined for other types.
 */
export const scriptGeneration = (id: TypeId): "present" | "legacy" | undefined => {
  switch (splitTypeId(id).qualifiedName) {
    case `${lowLevel}:Script`:
      return "present";
    case "Daml.Script:Script":
      return "legacy";
    default:
      return undefined;
  }
};

/**
 * Makes the cast between library types and placeholder types the identity. Questions and answers pass
 * through the library as values of a placeholder type; its definition of the cast raises an error and must
 * be replaced by the runner.
 */
export const allowCasts = (program: Program, library: PackageId): void => {
  program.override(`${library}:${lowLevel}:dangerousCast`, identity);
};

const anything = { kind: "builtin", builtin: "Unit", arguments: [] } as const;

// Types are erased, so any type can be given here.
const identity: Expr = {
  kind: "lambda",
  parameters: [{ name: "value", type: anything }],
  body: { kind: "variable", name: "value" },
};
