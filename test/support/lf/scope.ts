import type { CasePattern, LfType, TypedName } from "../../../lib/contracts/daml-lf/syntax/ast.ts";

/** The variables in scope with their types; undefined for those bound by patterns. */
export type Scope = ReadonlyMap<string, LfType | undefined>;

/** Returns the scope with these variables added. */
export const withVariables = (scope: Scope, typed: readonly TypedName[]): Scope =>
  typed.length === 0
    ? scope
    : new Map([...scope, ...typed.map(({ name, type }) => [name, type] as const)]);

/** Returns the scope with the variables of the pattern added. */
export const withPatternVariables = (scope: Scope, pattern: CasePattern): Scope => {
  if (pattern.kind === "cons") {
    return new Map(scope).set(pattern.head, undefined).set(pattern.tail, undefined);
  }
  return "binder" in pattern ? new Map(scope).set(pattern.binder, undefined) : scope;
};
