import type { CasePattern } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { TypeParser } from "./parse-type.ts";
import type { Tokens } from "./tokens.ts";

/** Parses a pattern: `[]`, `[head, ...tail]`, `Some x`, `Tree::Leaf x`, `Color::Red`, `True`, `()`, `_`. */
export const patternOf = (tokens: Tokens, types: TypeParser): CasePattern => {
  if (tokens.accept("_")) return { kind: "default" };
  if (tokens.accept("True")) return { kind: "bool", value: true };
  if (tokens.accept("False")) return { kind: "bool", value: false };
  if (tokens.accept("None")) return { kind: "none" };
  if (tokens.accept("Some")) return { kind: "some", binder: tokens.name() };
  if (tokens.accept("(")) {
    tokens.expect(")");
    return { kind: "unit" };
  }
  if (tokens.accept("[")) return listPattern(tokens);
  const typeId = types.reference();
  tokens.expect("::");
  const constructor = tokens.name();
  if (tokens.is("->")) return { kind: "enum", typeId, constructor };
  return { kind: "variant", typeId, constructor, binder: tokens.name() };
};

const listPattern = (tokens: Tokens): CasePattern => {
  if (tokens.accept("]")) return { kind: "nil" };
  const head = tokens.name();
  tokens.expect(",", "...");
  const tail = tokens.name();
  tokens.expect("]");
  return { kind: "cons", head, tail };
};
