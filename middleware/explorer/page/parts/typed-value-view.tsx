import type { Type } from "../../../../lib/api.ts";
import type { PackageWithDefinitions } from "../../package-with-definitions.ts";
import { readQualifiedName, splitTypeName } from "../base/names.ts";
import { loadDataDefinitionLookup, loadPackageWithDefinitions } from "../base/types.ts";
import { useLoadedValue } from "../base/use-loaded-value.ts";
import { Value } from "./value.tsx";

interface TypedValueProps {
  readonly value: unknown;
  /** Template, or the interface of the choice. */
  readonly typeId: string;
  /** Name of the choice if the value is its argument or result. */
  readonly choice?: string;
  readonly what: "payload" | "key" | "argument" | "result";
}

/** Value with its types, which are loaded later, and are missing if the package is unknown here. */
export const TypedValueView = ({ value, typeId, choice, what }: TypedValueProps) => {
  const declared = useLoadedValue([typeId, choice, what].join("|"), 0, async () => {
    const { packageId } = splitTypeName(typeId);
    const type = findType(
      await loadPackageWithDefinitions(packageId),
      readQualifiedName(typeId),
      choice,
      what,
    );
    return { type, definitions: await loadDataDefinitionLookup(packageId) };
  }).value;
  return <Value value={value} {...declared} />;
};

const findType = (
  { templates, interfaces }: PackageWithDefinitions,
  name: string,
  choice: string | undefined,
  what: TypedValueProps["what"],
): Type | undefined => {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (what === "payload" || what === "key") return template?.[what];
  const { choices } = template ?? interfaces[name] ?? { choices: [] };
  return choices.find((each) => each.name === choice)?.[what];
};
