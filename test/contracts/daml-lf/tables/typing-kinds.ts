import type { BuiltinType, Kind, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  enumType,
  module,
  type ModuleSource,
  recordType,
  synonymOf,
  template,
} from "../../../support/lf/definitions.ts";
import { list } from "../../../support/lf/expressions.ts";
import {
  boolT,
  builtinType,
  contractIdT,
  dataT,
  functionT,
  int64T,
  listT,
  partyT,
  unitT,
} from "../../../support/lf/types.ts";
import { accepted, refused, verdictOn } from "./checked-package.ts";
import { a, arrow, b, forallT, nat, star, structT } from "./typing-programs.ts";
import { computed, type ValueRow } from "./value-table.ts";

const source: ModuleSource = {
  dataTypes: [
    recordType("Deed", { person: partyT }),
    recordType("Pair", { one: int64T, two: listT(a) }, { parameters: ["a"] }),
    enumType("Color", "Red"),
  ],
  templates: [template("Deed", { signatories: list(partyT) })],
};

/** A type of the kind is what a parameter stands for. */
const taking = (kind: Kind) =>
  recordType("Taking", {}, { parameters: [{ name: "p", kind }], serializable: false });

const modulesWith = (type: LfType, kind: Kind) => [
  module("Main", {
    ...source,
    dataTypes: [...(source.dataTypes ?? []), taking(kind)],
    synonyms: [synonymOf("Taken", [], dataT("Main:Taking", type))],
  }),
];

const kindsByName: ReadonlyMap<string, Kind> = new Map([
  ["*", star],
  ["nat", nat],
  ["nat -> *", arrow(nat, star)],
  ["* -> *", arrow(star, star)],
  ["* -> * -> *", arrow(star, star, star)],
]);

/** All kinds of parameters that the type can stand for. */
const kindsOf = (type: LfType): string =>
  [...kindsByName]
    .filter(([, kind]) => verdictOn(modulesWith(type, kind), "2.dev") === "accepted")
    .map(([name]) => name)
    .join(" or ");

const ofKind = (what: string, type: LfType, kind: string): ValueRow =>
  computed(what, () => kindsOf(type), kind);

const builtins: readonly (readonly [BuiltinType, kind: string])[] = [
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
  ofKind(builtin, builtinType(builtin), kind),
);

export const kindRows: readonly ValueRow[] = [
  ofKind("a record", dataT("Main:Deed"), "*"),
  ofKind("a record with a parameter", dataT("Main:Pair"), "* -> *"),
  ofKind("a list", listT(boolT), "*"),
  ofKind("the same record with a parameter", dataT("Main:Pair"), "* -> *"),
  ofKind("an applied record", dataT("Main:Pair", dataT("Main:Deed")), "*"),
  ofKind("an id of contracts", contractIdT(dataT("Main:Deed")), "*"),
  ofKind("a function", functionT([unitT], unitT), "*"),
  ofKind("a quantified function", forallT(["a"], functionT([a, boolT], a)), "*"),
  ofKind("a function over two types", forallT(["a", "b"], functionT([a, b], a)), "*"),
  ofKind("a structure", structT({ f1: int64T, f2: boolT }), "*"),
  ofKind(
    "a function of one argument that gives nothing yet",
    builtinType("Arrow", int64T),
    "* -> *",
  ),
];

const parameterOf = (kind: Kind) => () => [module("Main", { dataTypes: [taking(kind)] })];

export const wellFormedKindRows: readonly ValueRow[] = [
  accepted("*", parameterOf(star)),
  accepted("* -> *", parameterOf(arrow(star, star))),
  accepted("* -> * -> *", parameterOf(arrow(star, star, star))),
  accepted("(* -> *) -> *", parameterOf(arrow(arrow(star, star), star))),
  accepted("nat -> *", parameterOf(arrow(nat, star))),
  accepted("nat -> * -> *", parameterOf(arrow(nat, star, star))),
  accepted("* -> nat -> *", parameterOf(arrow(star, nat, star))),
  refused("* -> nat", parameterOf(arrow(star, nat))),
  refused("* -> * -> nat", parameterOf(arrow(star, star, nat))),
  refused("(* -> nat) -> *", parameterOf(arrow(arrow(star, nat), star))),
  refused("a type over * -> nat", () =>
    modulesWith(forallT([{ name: "t", kind: arrow(star, nat) }], unitT), star),
  ),
];
