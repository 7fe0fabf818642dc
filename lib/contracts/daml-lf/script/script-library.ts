import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Program } from "../engine/program.ts";
import type { Expr, LfPackage } from "../syntax/ast.ts";

/**
 * The library that scripts are written with (daml-script.md 1.1). Every SDK builds it anew, so it is known by
 * its name alone; from 3.3 on it is `daml-script`.
 */
const libraryNames: ReadonlySet<string> = new Set(["daml-script", "daml3-script"]);

/** Modules of the library. */
export const lowLevel = "Daml.Script.Internal.LowLevel";
export const questions = "Daml.Script.Internal.Questions";

export const isScriptLibrary = ({ name }: Pick<LfPackage, "name">): boolean =>
  libraryNames.has(name);

/** Whether a type is that of scripts: of the library of today, or of the one of Daml 2. */
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
 * Questions and answers pass through the library as values of a stand-in type. It leaves it to who runs it to
 * make the one definition that casts them the identity; what is written there raises an error.
 */
export const allowCasts = (program: Program, library: PackageId): void => {
  program.override(`${library}:${lowLevel}:dangerousCast`, identity);
};

const anything = { kind: "builtin", builtin: "Unit", arguments: [] } as const;

// Types are erased: which one is told makes no difference.
const identity: Expr = {
  kind: "lambda",
  parameters: [{ name: "value", type: anything }],
  body: { kind: "variable", name: "value" },
};
