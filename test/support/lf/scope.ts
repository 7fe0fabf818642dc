import type { LfType, Pattern, TypedName } from "../../../lib/contracts/daml-lf/syntax/ast.ts";

/** The variables that an expression sees, with their types; undefined for those of patterns. */
export type Scope = ReadonlyMap<string, LfType | undefined>;

/** With these variables. */
export const within = (scope: Scope, typed: readonly TypedName[]): Scope =>
  typed.length === 0
    ? scope
    : new Map([...scope, ...typed.map(({ name, type }) => [name, type] as const)]);

/** With what the pattern binds. */
export const matching = (scope: Scope, pattern: Pattern): Scope => {
  if (pattern.kind === "cons") {
    return new Map(scope).set(pattern.head, undefined).set(pattern.tail, undefined);
  }
  return "binder" in pattern ? new Map(scope).set(pattern.binder, undefined) : scope;
};
