import type { DataDefinition } from "../../base/values/type.ts";
import { escapeReservedTypeName } from "../model/type-name.ts";

/**
 * A type whose name starts with the name of another type, such as `Expr.Add` in `Expr`, with its own
 * nested types.
 */
export interface NestedType {
  readonly name: string;
  readonly data: DataDefinition | undefined;
  readonly within: readonly NestedType[];
}

/**
 * Returns nested types as a tree. The keys of `data` are names without the outermost type, such as
 * `Add.Deep`.
 */
export const buildNestedTypes = (
  data: ReadonlyMap<string, DataDefinition>,
): readonly NestedType[] => {
  const names = new Set([...data.keys()].map((path) => path.split(".")[0] ?? path));
  return [...names].map((name) => {
    const within = [...data].flatMap(
      ([path, definition]): readonly (readonly [string, DataDefinition])[] =>
        path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), definition]] : [],
    );
    return {
      name: escapeReservedTypeName(name),
      data: data.get(name),
      within: buildNestedTypes(new Map(within)),
    };
  });
};
