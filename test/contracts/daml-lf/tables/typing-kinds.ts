import type { LfModule } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { modules } from "../../../support/lf/notation.ts";
import { accepted, refused, verdictOn } from "./checked-package.ts";
import { computed, type ValueRow } from "./value-table.ts";

/** Returns source of a type with a parameter of this kind. */
const taking = (kind: string): string => `unserializable record Taking (p: ${kind}) {}`;

const modulesWith = (type: string, kind: string): readonly LfModule[] => modules`
  module Main {
    record Pair a {one: Int64, two: List a}
    enum Color {Red}
    template Deed with {person: Party} {signatories [@Party];}
    ${taking(kind)}
    type Taken = Taking (${type});
  }
`;

const kinds = ["*", "nat", "nat -> *", "* -> *", "* -> * -> *"];

/** Returns the kinds of parameters that accept the type. */
const kindsOf = (type: string): string =>
  kinds.filter((kind) => verdictOn(modulesWith(type, kind), "2.dev") === "accepted").join(" or ");

const ofKind = (what: string, type: string, kind: string): ValueRow =>
  computed(what, () => kindsOf(type), kind);

const builtins: readonly (readonly [string, kind: string])[] = [
  ["Int64", "*"],
  ["Numeric", "nat -> *"],
  ["Text", "*"],
  ["Timestamp", "*"],
  ["Party", "*"],
  ["Unit", "*"],
  ["Bool", "*"],
  ["List", "* -> *"],
  ["TextMap", "* -> *"],
  ["GenMap", "* -> * -> *"],
  ["Update", "* -> *"],
  ["Date", "*"],
  ["ContractId", "* -> *"],
  ["Arrow", "* -> * -> *"],
  ["Any", "*"],
  ["RoundingMode", "*"],
  ["FailureCategory", "*"],
  ["BigNumeric", "*"],
  ["AnyException", "*"],
];

export const builtinKindRows: readonly ValueRow[] = builtins.map(([builtin, kind]) =>
  ofKind(builtin, builtin, kind),
);

export const kindRows: readonly ValueRow[] = [
  ofKind("a record", "Deed", "*"),
  ofKind("a record with a parameter", "Pair", "* -> *"),
  ofKind("a list", "List Bool", "*"),
  ofKind("the same record with a parameter", "Pair", "* -> *"),
  ofKind("an applied record", "Pair Deed", "*"),
  ofKind("an id of contracts", "ContractId Deed", "*"),
  ofKind("a function", "Unit -> Unit", "*"),
  ofKind("a quantified function", "forall a. a -> Bool -> a", "*"),
  ofKind("a function over two types", "forall a b. a -> b -> a", "*"),
  ofKind("a structure", "struct {f1: Int64, f2: Bool}", "*"),
  ofKind("a function of one argument that gives nothing yet", "Arrow Int64", "* -> *"),
];

const parameterOf = (kind: string) => () => modules`module Main {${taking(kind)}}`;

export const wellFormedKindRows: readonly ValueRow[] = [
  ...["*", "* -> *", "* -> * -> *", "(* -> *) -> *"].map((kind) =>
    accepted(kind, parameterOf(kind)),
  ),
  ...["nat -> *", "nat -> * -> *", "* -> nat -> *"].map((kind) =>
    accepted(kind, parameterOf(kind)),
  ),
  ...["* -> nat", "* -> * -> nat", "(* -> nat) -> *"].map((kind) =>
    refused(kind, parameterOf(kind)),
  ),
  refused("a type over * -> nat", () => modulesWith("forall (t: * -> nat). Unit", "*")),
];
