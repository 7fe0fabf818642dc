import type { DataDefinition, Type } from "../../../../../lib/api.ts";
import type { PackageWithDefinitions } from "../../../package-with-definitions.ts";
import { formatDamlType } from "../../base/types.ts";

export interface DefinitionDifference {
  readonly what: string;
  /** Undefined if it did not exist, or no longer exists. */
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/** Returns the differences between the types of two versions. */
export const findDefinitionDifferences = (
  before: PackageWithDefinitions,
  after: PackageWithDefinitions,
): readonly DefinitionDifference[] => {
  const [was, is] = [listDefinitions(before), listDefinitions(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .filter((what) => was.get(what) !== is.get(what))
    .map((what) => ({ what, was: was.get(what), is: is.get(what) }));
};

/** Returns the definitions of a package with their types. */
const listDefinitions = ({
  templates,
  dataTypes,
}: PackageWithDefinitions): ReadonlyMap<string, string> => {
  const lines = new Map<string, string>();
  for (const [name, { choices }] of Object.entries(templates)) {
    for (const { name: choice, consuming, result } of choices) {
      const kind = consuming ? "consuming" : "non-consuming";
      lines.set(`${name} choice ${choice}`, `${kind}, gives ${formatDamlType(result)}`);
    }
  }
  for (const [name, definition] of Object.entries(dataTypes)) {
    for (const [member, type] of listMembers(definition)) lines.set(`${name} ${member}`, type);
  }
  return lines;
};

const listMembers = (definition: DataDefinition): readonly (readonly [string, string])[] => {
  const typed = ({ name, type }: { readonly name: string; readonly type: Type }) =>
    [name, formatDamlType(type)] as const;
  switch (definition.kind) {
    case "record":
      return definition.fields.map(typed);
    case "variant":
      return definition.constructors.map(typed);
    case "enum":
      return definition.constructors.map((name) => [name, "constructor"]);
  }
};
