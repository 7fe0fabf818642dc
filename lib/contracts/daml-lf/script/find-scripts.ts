import { type PackageId, splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { LfPackage, LfType, LfValueId } from "../syntax/ast.ts";
import { findScriptTypeGeneration } from "./script-library.ts";

/** A top-level value that is a script, or a function from one argument to a script. */
export interface ScriptDefinition {
  /** The name as written in Daml, `Module:function`. */
  readonly name: string;
  readonly value: LfValueId;
  /** Absent for a script without an argument. */
  readonly argument?: LfType;
  readonly result: LfType;
  /** The package that defines the type of the script. */
  readonly library: PackageId;
  readonly generation: "present" | "legacy";
}

/**
 * Returns the scripts of a package, sorted by name (daml-script.md 1.3). A script is recognized by its
 * declared type. Generated values, whose names begin with `$`, are left out.
 */
export const findScripts = (lfPackage: LfPackage): readonly ScriptDefinition[] =>
  [...lfPackage.modules.values()]
    .flatMap(({ name: module, values }) =>
      [...values.keys()]
        .filter((name) => !name.startsWith("$"))
        .flatMap((name) => {
          const type = values.get(name)?.type;
          const found = type && scriptType(type);
          if (found === undefined) return [];
          const value = `${lfPackage.packageId}:${module}:${name}`;
          return [{ name: `${module}:${decodeMangledDamlName(name)}`, value, ...found }];
        }),
    )
    .sort((left, right) => (left.name < right.name ? -1 : 1));

type FoundType = Pick<ScriptDefinition, "argument" | "result" | "library" | "generation">;

const scriptType = (type: LfType): FoundType | undefined => {
  if (type.kind === "builtin" && type.builtin === "Arrow") {
    const [argument, to] = type.arguments;
    const found = to?.kind === "constructor" ? scriptType(to) : undefined;
    return found === undefined || argument === undefined ? undefined : { ...found, argument };
  }
  if (type.kind !== "constructor") return undefined;
  const [result, ...others] = type.arguments;
  const generation = findScriptTypeGeneration(type.id);
  if (generation === undefined || result === undefined || others.length > 0) return undefined;
  return { result, library: splitTypeId(type.id).packageId, generation };
};

/**
 * Returns the name as written in Daml. The compiler replaces characters that names in archives cannot
 * contain by their code points.
 */
export const decodeMangledDamlName = (name: string): string =>
  name
    .replaceAll(/\$u([0-9a-f]{4})/giu, (_, code: string) => codePoint(code))
    .replaceAll(/\$U([0-9a-f]{8})/gu, (_, code: string) => codePoint(code));

const codePoint = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));
