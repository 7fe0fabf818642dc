import type { DataDefinition } from "../../base/values/type.ts";
import { typeName } from "../model/type-name.ts";

/** A type that is named within another type, such as a record of a variant, with its own nested types. */
export interface Nested {
  readonly name: string;
  readonly data: DataDefinition | undefined;
  readonly within: readonly Nested[];
}

/** Returns the nested types as a tree. The keys of `data` are names such as `Add.Deep`. */
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
