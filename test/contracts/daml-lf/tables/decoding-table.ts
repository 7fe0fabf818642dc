import type { MessageWriter } from "../../../support/lf/message-writer.ts";
import {
  accepted,
  acceptedWhole,
  builtinType,
  decodes,
  firstString,
  flat,
  interned,
  internedExpr,
  nameOf,
  nothing,
  type RawPackage,
  reference,
  refused,
  refusedWhole,
  textType,
  unitExpr,
  unitType,
  type Write,
} from "./raw-package.ts";
import type { ValueRow, ValueTable } from "./value-table.ts";

const star: Write = (m) => m.message(1, nothing);
const nat: Write = (m) => m.message(3, nothing);
const internedKind =
  (index: number): Write =>
  (m) =>
    m.chosenInt(4, index);
const arrow =
  (...parameters: readonly Write[]): Write =>
  (m) =>
    m.message(2, (inner) => {
      for (const each of parameters) inner.message(1, each);
      inner.message(2, star);
    });

/** Writes a type variable with its kind. */
const variable =
  (kind: Write): Write =>
  (m) =>
    m.message(2, kind).int(3, nameOf("a"));
const forall =
  (...variables: readonly Write[]): Write =>
  (m) =>
    m.message(4, (inner) => {
      for (const each of variables) inner.message(1, each);
      inner.message(2, unitType);
    });
const ofKind = (kind: Write): RawPackage => ({ types: [forall(variable(kind))] });
const ofType = (type: Write): RawPackage => ({ types: [type] });
const ofExpr = (expr: Write): RawPackage => ({ expr });

const natType =
  (value: bigint): Write =>
  (m) =>
    m.sint64(6, value);
const typeVariable =
  (...args: readonly Write[]): Write =>
  (m) =>
    m.message(1, (inner) => {
      for (const each of args) inner.message(2, each);
      inner.int(3, nameOf("a"));
    });
const constructor =
  (...args: readonly Write[]): Write =>
  (m) =>
    m.message(2, (inner) => {
      inner.message(1, reference("T"));
      for (const each of args) inner.message(2, each);
    });
const synonym: Write = (m) => m.message(7, (inner) => inner.message(1, reference("I")));
const struct =
  (...fields: readonly ("a" | "b" | "c")[]): Write =>
  (m) =>
    m.message(5, (inner) => {
      for (const each of fields) {
        inner.message(1, (field) => field.message(2, unitType).int(3, nameOf(each)));
      }
    });

const numericType = (...args: readonly Write[]) => builtinType(5, ...args);
const anyT = builtinType(13);
const anyExceptionT = builtinType(14);

const form =
  (field: number, write: Write): Write =>
  (m) =>
    m.message(field, write);
const literal = (text: string): RawPackage => ({
  moreStrings: [text],
  expr: form(6, (m) => m.chosenInt(3, firstString)),
});

const typed = (m: MessageWriter) => m.message(1, interned(0)).message(2, unitExpr);
const onNames =
  (...names: readonly ("T" | "I" | "J")[]): Write =>
  (m) => {
    for (const [index, name] of names.entries()) m.message(index + 1, reference(name));
    m.message(names.length + 1, unitExpr);
  };
const falseExpr: Write = (m) => m.chosenInt(5, 1);
const unsafely =
  (...names: readonly ("T" | "I" | "J")[]): Write =>
  (m) => {
    onNames(...names)(m);
    m.message(4, falseExpr);
  };
const update = (field: number, write: Write): Write => form(23, form(field, write));

const tryCatch: Write = (m) =>
  m.message(1, interned(0)).message(2, unitExpr).int(3, nameOf("a")).message(4, unitExpr);
const onInterface: Write = (m) =>
  m.message(1, reference("I")).int(2, nameOf("c")).message(3, unitExpr).message(4, unitExpr);

const parameter: Write = (m) => m.message(2, interned(0)).int(3, nameOf("a"));
const lambda =
  (body: Write, ...parameters: readonly Write[]): Write =>
  (m) =>
    m.message(17, (inner) => {
      for (const each of parameters) inner.message(1, each);
      inner.message(2, body);
    });
const typeLambda =
  (...parameters: readonly Write[]): Write =>
  (m) =>
    m.message(18, (inner) => {
      for (const each of parameters) inner.message(1, each);
      inner.message(2, internedExpr(0));
    });
const typeApplied =
  (...types: readonly Write[]): Write =>
  (m) =>
    m.message(16, (inner) => {
      inner.message(1, internedExpr(0));
      for (const each of types) inner.message(2, each);
    });

/** Writes the unit, applied to the unit `times` times. */
const applied = (times: number): Write => {
  let expr = unitExpr;
  for (let index = 0; index < times; index += 1) {
    const fun = expr;
    expr = (m) => m.message(15, (app) => app.message(1, fun).message(2, unitExpr));
  }
  return expr;
};

const interfaceOf = (more: Write): RawPackage => ({
  definitions: (m) =>
    m.message(8, (inner) => {
      inner.int(2, nameOf("I")).int(4, nameOf("a")).message(6, interned(0));
      more(inner);
    }),
});
const method =
  (name: "b" | "c", type: number): Write =>
  (m) =>
    m.message(3, (inner) => inner.int(2, nameOf(name)).message(3, interned(type)));

const choice = (more: Write): RawPackage =>
  interfaceOf((m) =>
    m.message(5, (inner) => {
      inner
        .int(2, nameOf("c"))
        .bool(3, true)
        .message(4, unitExpr)
        .message(6, parameter)
        .message(8, interned(0))
        .message(9, unitExpr)
        .int(10, nameOf("b"));
      more(inner);
    }),
  );

const named = (name: string, version: string, more: Write = nothing): RawPackage => ({
  moreStrings: [name, version, "0".repeat(64)],
  metadata: (m) => {
    m.int(1, firstString).int(2, firstString + 1);
    more(m);
  },
});
const upgrades: Write = (m) => m.message(3, (inner) => inner.int(1, firstString + 2));
/** Writes upgrade metadata with a version in place of the package id. */
const upgradesNothing: Write = (m) => m.message(3, (inner) => inner.int(1, firstString + 1));

const flags = (...set: readonly boolean[]): RawPackage => ({
  flags: (m) => {
    for (const [index, isSet] of set.entries()) m.bool(index + 1, isSet);
  },
});

const numbers: readonly (readonly [literal: string, gives: string])[] = [
  ["9999999999999999999999999999.9999999999", "9999999999999999999999999999.9999999999"],
  ["0.0000000000", "0.0000000000"],
  ["1000000000000000000000000000000.", "1000000000000000000000000000000."],
  ["99999999999999999999999999999999999999.", "99999999999999999999999999999999999999."],
  ["-0.0", "0.0"],
  ["0.", "0."],
  ["3.1415", "3.1415"],
  ["-99999999999999999999.999999999999999999", "-99999999999999999999.999999999999999999"],
];
const noNumbers = [
  "10000000000000000000000000000.0000000000",
  "-1000000000000000000000000000000000000000.",
  "0.000000000000000000000000000000000000001",
  "0000000000000000000000000000.0000000000",
  "0.0.0",
  "+0.0",
  "0",
];

const scales = [0n, 1n, 2n, 5n, 11n, 35n, 36n, 37n];
const noScales = [-(2n ** 63n), -100n, -2n, -1n, 38n, 39n, 200n, 2n ** 63n - 1n];

/** The index of a string that is not a name. */
const version = firstString - 1;

/** Writes a reference to a value with a name index beyond every table. */
const valueBeyond: Write = (m) =>
  m.message(3, (value) =>
    value
      .message(1, (module) => module.message(1, (self) => self.message(1, nothing)).int(2, 0))
      .int(2, 1_000),
  );

/** Returns a package with an expression at this source location. */
const at = (location: Write): RawPackage => ({
  expr: (m) => {
    m.message(1, (inner) => {
      location(inner);
      inner.message(2, (range) => range.int(1, 1).int(3, 2));
    });
    unitExpr(m);
  },
});
const inModule =
  (name: number): Write =>
  (m) =>
    m.message(1, (module) => module.message(1, (self) => self.message(1, nothing)).int(2, name));

const imports = (packageId: string): RawPackage => ({
  more: (m) => m.message(9, (inner) => inner.string(1, packageId)),
});

/** Writes a case of the unit with one alternative, whose pattern is in this field. */
const caseOf =
  (field: number, pattern: Write): Write =>
  (m) =>
    m.message(19, (inner) =>
      inner
        .message(1, unitExpr)
        .message(2, (alternative) => alternative.message(1, unitExpr).message(field, pattern)),
    );

/** Expressions that bind the variable whose name has this index. */
const binders: readonly (readonly [what: string, expr: (name: number) => Write])[] = [
  ["the head of a list", (name) => caseOf(6, (m) => m.int(1, name).int(2, nameOf("b")))],
  ["the tail of a list", (name) => caseOf(6, (m) => m.int(1, nameOf("b")).int(2, name))],
  ["the content of an optional", (name) => caseOf(8, (m) => m.int(1, name))],
  [
    "the content of a variant",
    (name) => caseOf(3, (m) => m.message(1, reference("T")).int(2, nameOf("c")).int(3, name)),
  ],
  [
    "what is caught",
    (name) =>
      update(11, (m) =>
        m.message(1, interned(0)).message(2, unitExpr).int(3, name).message(4, unitExpr),
      ),
  ],
];

/** Kinds of expressions, and their decoded form. */
const forms: readonly (readonly [what: string, expr: Write, gives: string])[] = [
  ["AnyException from a value", form(30, typed), "toAnyException"],
  ["a value from AnyException", form(31, typed), "fromAnyException"],
  ["the message of AnyException", (m) => m.chosenInt(4, 147), "builtin"],
  ["try and catch", update(11, tryCatch), "update tryCatch"],
  ["signatories through an interface", form(36, onNames("I")), "signatoryInterface"],
  ["observers through an interface", form(37, onNames("I")), "observerInterface"],
  ["to an interface", form(33, onNames("I", "T")), "toInterface"],
  ["from an interface", form(34, onNames("I", "T")), "fromInterface"],
  ["the template behind an interface", form(40, onNames("I")), "interfaceTemplateTypeRep"],
  ["to a required interface", form(41, onNames("J", "I")), "toRequiredInterface"],
  ["from a required interface", form(42, onNames("J", "I")), "fromRequiredInterface"],
  ["an exercise by interface", update(13, onInterface), "update exerciseInterface"],
  ["a fetch by interface", update(14, onNames("I")), "update fetchInterface"],
];

const fromRequired = "unsafely from a required interface";

const table = (title: string, ...rows: readonly (readonly ValueRow[])[]) => ({
  title,
  rows: rows.flat(),
});

/** Facts about the messages that the package decoder accepts and refuses. */
export const decodingTable: ValueTable = {
  suite: "archive/…/archive/DecodeV2Spec",
  about: "messages of a package",
  groups: [
    table(
      "contain kinds",
      accepted("Nat", ofKind(nat)),
      refused("an interned one", ofKind(internedKind(32)), ["2.1"]),
      refused("an arrow from nothing", ofKind(arrow())),
      refused("an arrow from two", ofKind(arrow(star, star)), flat),
      refused("a table of them", { kinds: [star] }, ["2.1"]),
      refused("one that is interned, in the table", { kinds: [star, internedKind(0)] }, flat),
    ),
    table(
      "contain natural numbers as types, from 0 to 37",
      ...scales.map((scale) => accepted(`${scale}`, ofType(natType(scale)))),
      ...noScales.map((scale) => refused(`${scale}`, ofType(natType(scale)))),
    ),
    table(
      "contain types",
      accepted("Numeric", ofType(numericType()), ["2.1"]),
      accepted("Numeric 10", ofType(numericType(natType(10n))), ["2.1"]),
      accepted("Numeric Text", ofType(numericType(textType)), ["2.1"]),
      accepted("Text to Numeric", ofType(builtinType(16, textType, numericType())), ["2.1"]),
      accepted("Any", ofType(anyT)),
      accepted("AnyException", ofType(anyExceptionT)),
      refused("BigNumeric", ofType(builtinType(1002))),
      refused("RoundingMode", ofType(builtinType(1003))),
      accepted("BigNumeric", ofType(builtinType(1002)), ["2.dev"]),
      accepted("RoundingMode", ofType(builtinType(1003)), ["2.dev"]),
      accepted("a struct", ofType(struct("a", "b", "c"))),
      refused("a struct with a field twice", ofType(struct("a", "a"))),
      refused("a struct with the first field twice", ofType(struct("a", "b", "c", "a"))),
      refused("a struct with another field twice", ofType(struct("a", "b", "c", "b"))),
      refused("an interned one, in the table", ofType(interned(0))),
    ),
    table(
      "contain flat types from 2.2 on",
      refused("a variable with an argument", ofType(typeVariable(unitType)), flat),
      refused("a constructor with an argument", ofType(constructor(unitType)), flat),
      refused("a builtin type with an argument", ofType(builtinType(1, unitType)), flat),
      refused("a forall of two", ofType(forall(variable(star), variable(star))), flat),
    ),
    table(
      "contain types only in their table",
      refused("a variable", { type: typeVariable() }),
      refused("a number", { type: natType(10n) }),
      refused("a synonym", { type: synonym }),
      refused("a constructor", { type: constructor() }),
      refused("a builtin type", { type: builtinType(1) }),
      refused("a forall", { type: forall(variable(star)) }),
      refused("a struct", { type: struct("a") }),
    ),
    table(
      "contain numeric literals",
      ...numbers.map(([text, gives]) => decodes(text, literal(text), gives)),
      ...noNumbers.map((text) => refused(text, literal(text))),
    ),
    table(
      "contain expressions",
      ...forms.map(([what, expr, gives]) => decodes(what, ofExpr(expr), gives)),
      accepted(fromRequired, ofExpr(form(43, unsafely("J", "I")))),
      accepted("unsafely from an interface", ofExpr(form(39, unsafely("I", "T"))), ["2.1"]),
      refused("unsafely from an interface", ofExpr(form(39, unsafely("I", "T"))), flat),
      accepted("a query by key", ofExpr(update(16, (m) => m.message(1, reference("T")))), ["2.3"]),
      refused("a query by key", ofExpr(update(16, (m) => m.message(1, reference("T")))), [
        "2.1",
        "2.2",
      ]),
      refused(
        "an experiment",
        ofExpr(form(9999, (m) => m.string(1, "ANSWER").message(2, interned(0)))),
      ),
    ),
    table(
      "contain interned expressions from 2.2 on",
      refused("one", { exprs: [unitExpr], expr: internedExpr(0) }, ["2.1"]),
      accepted("one", { exprs: [unitExpr], expr: internedExpr(0) }, flat),
      refused("one before the first", ofExpr(internedExpr(-1))),
      refused(
        "one that is interned, in the table",
        { exprs: [unitExpr, internedExpr(0)], expr: internedExpr(1) },
        flat,
      ),
      refused(
        "one that refers to itself",
        { exprs: [lambda(internedExpr(0), parameter)], expr: internedExpr(0) },
        flat,
      ),
      accepted(
        "one that nothing uses and that refers to nothing",
        { exprs: [valueBeyond, unitExpr], expr: internedExpr(1) },
        flat,
      ),
      refused(
        "one that refers to nothing",
        { exprs: [valueBeyond, unitExpr], expr: internedExpr(0) },
        flat,
      ),
      refused(
        "one by way of another that refers to nothing",
        { exprs: [valueBeyond, lambda(internedExpr(0), parameter)], expr: internedExpr(1) },
        flat,
      ),
    ),
    table(
      "contain source locations",
      accepted("one in its own module", at(nothing)),
      accepted("one in a module that is named", at(inModule(nameOf("Main")))),
      refused("one in a module beyond the table", at(inModule(1_000))),
      refused(
        "one in a module of no package",
        at((m) => m.message(1, (id) => id.int(2, 0))),
      ),
    ),
    table(
      "contain lists of imported packages from 2.2 on",
      accepted("one that nothing uses", imports("0".repeat(64)), flat),
      refused("one that is not a package id", imports("a.b"), flat),
    ),
    table(
      "contain names for what they bind",
      ...binders.map(([what, expr]) => accepted(what, ofExpr(expr(nameOf("a"))))),
      ...binders.map(([what, expr]) => refused(`${what}, by a version`, ofExpr(expr(version)))),
    ),
    table(
      "contain flat expressions from 2.2 on",
      refused(
        "a function of two",
        { exprs: [unitExpr, lambda(internedExpr(0), parameter, parameter)], expr: internedExpr(1) },
        flat,
      ),
      refused(
        "two types for an argument",
        { exprs: [unitExpr, typeApplied(interned(0), interned(0))], expr: internedExpr(1) },
        flat,
      ),
      refused(
        "a function of two types",
        {
          exprs: [unitExpr, typeLambda(variable(star), variable(star))],
          expr: internedExpr(1),
        },
        flat,
      ),
    ),
    table(
      "may be nested as deep as the format allows",
      refused("500 applications", ofExpr(applied(500)), flat),
      accepted("48 applications", ofExpr(applied(48)), flat),
      accepted("498 applications", ofExpr(applied(498)), ["2.1"]),
    ),
    table(
      "contain interfaces",
      accepted("one without methods", interfaceOf(nothing)),
      accepted(
        "one with two methods",
        interfaceOf((m) => {
          method("b", 2)(m);
          method("c", 1)(m);
        }),
      ),
      accepted(
        "one that requires two",
        interfaceOf((m) => m.message(7, reference("J")).message(7, reference("K"))),
      ),
      accepted(
        "a choice with observers",
        choice((m) => m.message(5, unitExpr)),
      ),
      refused("a choice without observers", choice(nothing)),
    ),
    table(
      "contain the name and the version of the package",
      acceptedWhole("a name and a version", named("foobar", "0.0.0")),
      refusedWhole("a name with a space", named("foo bar", "0.0.0")),
      refusedWhole("a version with a leading zero", named("foobar", "01.0.0")),
      refusedWhole("a version with a dash", named("foobar", "0.0.0-")),
      refusedWhole("a version with a number beyond 32 bits", named("foobar", "1.2147483648")),
      acceptedWhole("an upgraded package", named("foobar", "0.0.0", upgrades)),
      refused("an upgraded package without an id", named("foobar", "0.0.0", upgradesNothing)),
      refusedWhole("none", { metadata: null }),
      acceptedWhole("its own", {}),
      refusedWhole("a patch version", { patch: 1 }),
      acceptedWhole("no patch version", { patch: 0 }),
    ),
    table(
      "set all feature flags",
      acceptedWhole("all", flags(true, true, true)),
      refusedWhole("not the first", flags(false, true, true)),
      refusedWhole("not the second", flags(true, false, true)),
      refusedWhole("not the third", flags(true, true, false)),
    ),
  ],
  leftOut: [
    {
      cases: 2,
      what: "the names of all builtins and types in the format",
      why: "the suite compares them with generated code; the rows of builtins and types use each name",
    },
    {
      cases: 39,
      what: "each builtin of 2.1",
      why: "the rows of the topic builtins show that the engine reads each of them",
    },
    {
      cases: 56,
      what: "builtins, literals and expressions that only 2.dev has",
      why: "the engine refuses them when it decodes an expression",
    },
    {
      cases: 2,
      what: "a package file that is stored beside the suite",
      why: "the rows use other packages with imports",
    },
    {
      cases: 3,
      what: "packages of which only a part is decoded",
      why: "the engine decodes whole packages",
    },
    {
      cases: 1,
      what: "all cases again for the versions 2.4-rc1 and 2.dev",
      why: "the engine refuses these versions",
    },
  ],
};
