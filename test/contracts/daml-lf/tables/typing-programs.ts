import type { LfExpr, LfModule } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { module, type ModuleSource } from "../../../support/lf/definitions.ts";
import { definitions, expr, type } from "../../../support/lf/notation.ts";
import { functionT, type unitT } from "../../../support/lf/types.ts";
import { accepted, refused } from "./checked-package.ts";
import type { ValueRow } from "./value-table.ts";

const choice = (name: string): string =>
  `nonconsuming choice ${name} (arg: Int64): Numeric 10 by [@Party] = pure @(Numeric 10) 0.0000000000;`;

/** Definitions that the rows about types refer to. */
const source = definitions`
  record Pair a {one: Int64, two: List a}
  unserializable variant Tree a {Node: struct {left: Tree a, right: Tree a}, Leaf: a}
  enum Color {Red, Green, Blue}
  record View {}
  record Plain {person: Party, name: Text}
  exception Bad {message: Text} message \(e: Bad) -> e.message;
  type Number = Int64;
  type SameNumber = ~Number;
  type Same a = a;
  type Many a = List a;
  type Self a = a -> a;
  type Function a b = a -> b;
  type Both a b = struct {one: a, two: b};
  type OfNumber (f: * -> *) = f Int64;
  type OfTwo (f: * -> * -> *) a = f a a;
  type PlainToo = Plain;
  interface Asset {view View; method parties: List Party; ${choice("Move")}}
  interface Estate requires Asset {view View;}
  interface Unrelated {view View;}
  template Deed with {person: Party, name: Text} {
    signatories [@Party];
    key Party = this.person maintained by \(p: Party) -> [@Party p];
    ${choice("Use")}
  }
  template Villa with {person: Party, name: Text} {
    signatories [@Party];
    ${choice("Enter")}
    implements Asset {view View {}; method parties = [@Party this.person];}
  }
  val isFine: Int64 -> Bool = ERROR @(Int64 -> Bool) "";
`;

/** The same definitions without a key, for older language versions. */
const keylessSource: ModuleSource = {
  ...source,
  templates: (source.templates ?? []).map((each) => ({ ...each, key: undefined })),
};

/**
 * Returns module Main with the value of a row: its parameters, as in `\\@a (x: a) -> …`, its type and its
 * body.
 */
const moduleWith =
  (given: string, result: string, body: LfExpr, definedBefore = source) =>
  (): readonly LfModule[] => {
    const abstraction = given === "" ? body : expr`\ ${given} -> ${body}`;
    const innermost = type`${result}`;
    const row = definitions`val row: ${typeOf(abstraction, body, innermost)} = ${abstraction};`;
    return [module("Main", definitions`${definedBefore} ${row}`)];
  };

/** Returns the type of an abstraction whose body has this type. */
const typeOf = (abstraction: LfExpr, body: LfExpr, result: typeof unitT): typeof unitT => {
  if (abstraction === body) return result;
  if (abstraction.kind === "typeLambda") {
    const { parameters } = abstraction;
    return { kind: "forall", parameters, body: typeOf(abstraction.body, body, result) };
  }
  if (abstraction.kind !== "lambda") return result;
  return functionT(
    abstraction.parameters.map((each) => each.type),
    result,
  );
};

/**
 * Returns a row for an expression that must have this type, with the given parameters, such as `@a (x: a)`.
 */
export const typed = (what: string, given: string, written: string, type: string): ValueRow =>
  accepted(what, moduleWith(given, type, expr`${written}`), "2.3");

/** Returns such a row for an expression that only older language versions have. */
export const oldTyped = (what: string, given: string, written: string, type: string): ValueRow =>
  accepted(what, moduleWith(given, type, expr`${written}`, keylessSource), "2.1");

/**
 * Returns a row for an expression that has no type and must be refused. The enclosing expression has the type
 * Unit.
 */
export const untyped = (what: string, given: string, written: string): ValueRow =>
  refused(what, moduleWith(given, "Unit", expr`case ${written} of {_ -> ()}`), "2.3");

/** Returns a row in which a parameter whose type is a synonym accepts a value of the full type. */
export const short = (what: string, type: string, long: string): ValueRow =>
  accepted(what, moduleWith("", `(${long}) -> Unit`, expr`\(e: ${type}) -> ()`), "2.3");

export const notShort = (what: string, type: string): ValueRow =>
  refused(what, moduleWith("", `(${type}) -> Unit`, expr`\(e: ${type}) -> ()`), "2.3");

/** Patterns by their names in rows. */
const patterns = {
  node: "Tree::Node x",
  leaf: "Tree::Leaf x",
  red: "Color::Red",
  green: "Color::Green",
  blue: "Color::Blue",
  nil: "[]",
  cons: "[x, ...y]",
  none: "None",
  some: "Some x",
  yes: "True",
  no: "False",
  unit: "()",
  any: "_",
} as const;

/** Returns a case expression over `e` with the named patterns. All alternatives return the unit. */
export const caseOf = (names: readonly (keyof typeof patterns)[]): string =>
  `case e of {${names.map((name) => `${patterns[name]} -> ()`).join("; ")}}`;

export type PatternName = keyof typeof patterns;
