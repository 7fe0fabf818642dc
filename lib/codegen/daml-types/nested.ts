import type { DataDefinition } from "../../base/values/type.ts";
import { typeName } from "../model/type-name.ts";

/** What is named within a type: the records of a variant, and what these have. */
export interface Nested {
  readonly name: string;
  readonly data: DataDefinition | undefined;
  readonly within: readonly Nested[];
}

/** By names such as `Add.Deep`. */
export const nestedOf = (data: ReadonlyMap<string, DataDefinition>): readonly Nested[] => {
  const names = new Set([...data.keys()].map((path) => path.split(".")[0] ?? path));
  return [...names].map((name) => {
    const within = [...data].flatMap(
      ([path, of]): readonly (readonly [string, DataDefinition])[] =>
        path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), of]] : [],
    );
    return { name: typeName(name), data: data.get(name), within: nestedOf(new Map(within)) };
  });
};
