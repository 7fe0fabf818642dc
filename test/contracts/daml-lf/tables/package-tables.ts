import type {
  DataType,
  Expr,
  LfModule,
  LfType,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  choice,
  enumType,
  instance,
  interfaceOf,
  interfaceType,
  module,
  type ModuleSource,
  recordType,
  synonymOf,
  template,
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  field,
  lambda,
  list,
  pure,
  record,
  unit,
  variable,
} from "../../../support/lf/expressions.ts";
import {
  boolT,
  builtinType,
  contractIdT,
  dataT,
  dateT,
  int64T,
  listT,
  natT,
  numericT,
  partyT,
  textT,
  timestampT,
  unitT,
  variableT,
} from "../../../support/lf/types.ts";
import { accepted, refused } from "./checked-package.ts";
import type { ValueRow, ValueTable } from "./value-table.ts";

const main = (source: ModuleSource): readonly LfModule[] => [module("Main", source)];

const fineT = dataT("Main:Fine");
const hiddenT = dataT("Main:Hidden");
const fine = recordType("Fine", {});
const hidden = recordType("Hidden", {}, { serializable: false });

/** A serializable type with one field. */
const holding = (content: LfType): DataType =>
  recordType("Holder", { content }, { parameters: ["a"] });

const storable: readonly (readonly [string, LfType])[] = [
  ["a type variable", variableT("a")],
  ["a serializable record", fineT],
  ["a list of a variable", listT(variableT("a"))],
  ["Int64", int64T],
  ["Numeric 10", numericT(10)],
  ["Text", textT],
  ["Timestamp", timestampT],
  ["Date", dateT],
  ["Party", partyT],
  ["Bool", boolT],
  ["Unit", unitT],
];

const arrowT = builtinType("Arrow", unitT, unitT);

const unstorable: readonly (readonly [string, LfType])[] = [
  ["a variable that is not bound", variableT("b")],
  ["Numeric without a scale", builtinType("Numeric")],
  ["a number", natT(10)],
  ["a record that is not serializable", hiddenT],
  ["a list of what is not serializable", listT(hiddenT)],
  ["Update without a result", builtinType("Update")],
  ["ContractId of nothing", builtinType("ContractId")],
  ["a function", arrowT],
  ["a structure", { kind: "struct", fields: [{ name: "f", type: variableT("a") }] }],
];

const data = (content: LfType) => () => main({ dataTypes: [fine, hidden, holding(content)] });

const nobody: Expr = list(partyT);

const templateOf = (
  payload: DataType,
  argument: LfType = unitT,
  [result, returned]: readonly [LfType, Expr] = [unitT, unit],
): readonly LfModule[] =>
  main({
    dataTypes: [fine, hidden, payload],
    templates: [
      template(payload.name, {
        signatories: nobody,
        choices: [
          choice("Do", { controllers: nobody, argument, result, body: pure(result, returned) }),
        ],
      }),
    ],
  });

const payload = (options = {}) => recordType("Kept", { owner: partyT }, options);

const exceptionOf = (options: Parameters<typeof recordType>[2]): readonly LfModule[] =>
  main({
    dataTypes: [recordType("Bad", { message: textT }, options)],
    exceptions: {
      Bad: lambda([["e", dataT("Main:Bad")]], field(dataT("Main:Bad"), "message", variable("e"))),
    },
  });

const tokenT = dataT("Main:Token");
const interfaceWith = (
  argument: LfType,
  result: LfType,
  returned: Expr,
  view: LfType = fineT,
): readonly LfModule[] =>
  main({
    dataTypes: [
      fine,
      hidden,
      interfaceType("Token"),
      recordType("TokenId", { id: contractIdT(tokenT) }),
    ],
    interfaces: [
      interfaceOf("Token", {
        view,
        choices: [
          choice("Give", { controllers: nobody, argument, result, body: pure(result, returned) }),
        ],
      }),
    ],
  });

export const serializabilityTable: ValueTable = {
  suite: "validation/…/validation/SerializabilitySpec",
  about: "serializability",
  groups: [
    {
      title: "is had by types that can be stored",
      rows: storable.map(([what, type]) => accepted(what, data(type))),
    },
    {
      title: "is not had by other types",
      rows: unstorable.map(([what, type]) => refused(what, data(type))),
    },
    {
      title: "is needed for what a variant holds, which must be something",
      rows: [
        accepted("two constructors", () =>
          main({ dataTypes: [fine, variantType("Choice", { One: fineT, Other: fineT })] }),
        ),
        refused("no constructor", () => main({ dataTypes: [variantType("Choice", {})] })),
        refused("a constructor that is not", () =>
          main({
            dataTypes: [fine, hidden, variantType("Choice", { One: fineT, Other: hiddenT })],
          }),
        ),
      ],
    },
    {
      title: "is needed for a template, and for what its choices take and give",
      rows: [
        accepted("all of them", () => templateOf(payload(), fineT, [fineT, record(fineT, {})])),
        refused("not the template", () => templateOf(payload({ serializable: false }))),
        refused("not the argument", () => templateOf(payload(), hiddenT)),
        refused("not the result", () =>
          templateOf(payload(), unitT, [hiddenT, record(hiddenT, {})]),
        ),
      ],
    },
    {
      title: "is needed for exceptions",
      rows: [
        accepted("an exception", () => exceptionOf({})),
        refused("an exception that is not", () => exceptionOf({ serializable: false })),
      ],
    },
    {
      title: "is needed for what choices and views of interfaces give",
      rows: [
        accepted("a contract id for unit", () =>
          interfaceWith(unitT, contractIdT(tokenT), variable("self")),
        ),
        accepted("a contract id for one", () =>
          interfaceWith(contractIdT(tokenT), contractIdT(tokenT), variable("self")),
        ),
        accepted("a contract id for a record with one", () =>
          interfaceWith(dataT("Main:TokenId"), contractIdT(tokenT), variable("self")),
        ),
        refused("the interface itself", () => interfaceWith(unitT, tokenT, variable("this"))),
        accepted("a view", () => interfaceWith(unitT, unitT, unit)),
        refused("a view that is not", () => interfaceWith(unitT, unitT, unit, hiddenT)),
      ],
    },
  ],
  leftOut: [
    {
      cases: 5,
      what: "types that no archive of Daml-LF 2 can hold, or that are applied variables",
      why: "the suite makes them by hand, without an archive",
    },
  ],
};

const modules =
  (...all: readonly (readonly [string, ModuleSource])[]) =>
  () =>
    all.map(([name, source]) => module(name, source));

const empty = (name: string) => recordType(name, {}, { serializable: false });
const emptyVariant = (name: string) => variantType(name, {}, { serializable: false });
const synonym = (name: string) => synonymOf(name, [], unitT);

/** What may be called `B.C` in module A, and `c` in module a.b. */
const kinds: readonly (readonly [string, (name: string) => ModuleSource])[] = [
  ["record", (name) => ({ dataTypes: [empty(name)] })],
  ["variant", (name) => ({ dataTypes: [emptyVariant(name)] })],
  ["enumeration", (name) => ({ dataTypes: [{ ...enumType(name), serializable: false }] })],
  ["synonym", (name) => ({ synonyms: [synonym(name)] })],
];
const kind = (of: string): ((name: string) => ModuleSource) =>
  kinds.find(([name]) => name === of)?.[1] ?? (() => ({}));

const acrossModules = (one: string, other: string): ValueRow =>
  refused(
    `a ${one} A.B.C and a ${other} a.b.c`,
    modules(["A", kind(one)("B.C")], ["a.b", kind(other)("c")]),
  );

const chosen = (...names: readonly string[]) =>
  names.map((name) => choice(name, { controllers: nobody, body: pure(unitT, unit) }));

const templateWith = (...names: readonly string[]): ModuleSource => ({
  dataTypes: [recordType("Kept", { owner: partyT })],
  templates: [template("Kept", { signatories: nobody, choices: chosen(...names) })],
});

const interfaceChoices = (...names: readonly string[]): ModuleSource => ({
  dataTypes: [fine, interfaceType("Seen")],
  interfaces: [interfaceOf("Seen", { view: fineT, choices: chosen(...names) })],
});

const treeT = dataT("Main:Tree", variableT("a"));
const nodeFields = { value: variableT("a"), left: treeT, right: treeT };
const ofA = { parameters: ["a"] };
const treeOf = (node: LfType) => variantType("Tree", { Leaf: unitT, Node: node }, ofA);

export const collisionTable: ValueTable = {
  suite: "validation/…/validation/CollisionSpec",
  about: "names",
  groups: [
    {
      title: "of fields differ, case aside",
      rows: [
        accepted(
          "two names",
          modules(["Main", { dataTypes: [recordType("R", { one: int64T, two: int64T })] }]),
        ),
        refused(
          "one name twice",
          modules([
            "Main",
            {
              dataTypes: [
                {
                  ...empty("R"),
                  constructors: {
                    kind: "record",
                    fields: [
                      { name: "same", type: int64T },
                      { name: "same", type: textT },
                    ],
                  },
                },
              ],
            },
          ]),
        ),
        refused(
          "one name in two cases",
          modules(["Main", { dataTypes: [recordType("R", { field: int64T, FiElD: textT })] }]),
        ),
      ],
    },
    {
      title: "of constructors differ, case aside",
      rows: [
        accepted(
          "two names",
          modules(["Main", { dataTypes: [variantType("V", { One: int64T, Two: int64T })] }]),
        ),
        refused(
          "one name twice",
          modules([
            "Main",
            {
              dataTypes: [
                {
                  ...emptyVariant("V"),
                  constructors: {
                    kind: "variant",
                    constructors: [
                      { name: "Same", type: int64T },
                      { name: "Same", type: textT },
                    ],
                  },
                },
              ],
            },
          ]),
        ),
        refused(
          "one name in two cases",
          modules(["Main", { dataTypes: [variantType("V", { Variant: int64T, VARIANT: textT })] }]),
        ),
      ],
    },
    {
      title: "of modules and types differ, written out in full",
      rows: [
        accepted("type A.B, module A.C", modules(["A", { dataTypes: [empty("B")] }], ["A.C", {}])),
        refused("type A.B, module A.B", modules(["A", { dataTypes: [empty("B")] }], ["A.B", {}])),
        refused("type A.B, module a.B", modules(["A", { dataTypes: [empty("B")] }], ["a.B", {}])),
        refused(
          "synonym A.B, module a.B",
          modules(["A", { synonyms: [synonym("B")] }], ["a.B", {}]),
        ),
      ],
    },
    {
      title: "of types differ, written out in full",
      rows: [
        accepted(
          "A.B.C and A.B.D",
          modules(["A", { dataTypes: [empty("B.C")] }], ["A.B", { dataTypes: [empty("D")] }]),
        ),
        refused(
          "A.B.C and A.B.C",
          modules(["A", { dataTypes: [empty("B.C")] }], ["A.B", { dataTypes: [empty("C")] }]),
        ),
        acrossModules("record", "record"),
        acrossModules("record", "variant"),
        acrossModules("record", "enumeration"),
        acrossModules("variant", "enumeration"),
        acrossModules("record", "synonym"),
        acrossModules("variant", "synonym"),
        acrossModules("synonym", "synonym"),
      ],
    },
    {
      title: "of a constructor and of the record of its fields may be the same",
      rows: [
        accepted(
          "in one module",
          modules([
            "Main",
            {
              dataTypes: [
                treeOf(dataT("Main:Tree.Node", variableT("a"))),
                recordType("Tree.Node", nodeFields, ofA),
              ],
            },
          ]),
        ),
        refused(
          "in two modules",
          modules(
            ["Main", { dataTypes: [treeOf(dataT("Main.Tree:Node", variableT("a")))] }],
            ["Main.Tree", { dataTypes: [recordType("Node", nodeFields, ofA)] }],
          ),
        ),
        refused(
          "in two cases",
          modules([
            "Main",
            {
              dataTypes: [
                treeOf(dataT("Main:Tree.node", variableT("a"))),
                recordType("Tree.node", nodeFields, ofA),
              ],
            },
          ]),
        ),
      ],
    },
    {
      title: "of choices differ, case aside, but for those of another owner",
      rows: [
        accepted("two choices of a template", modules(["Main", templateWith("One", "Two")])),
        refused("one of a template in two cases", modules(["Main", templateWith("Same", "SAME")])),
        accepted("two choices of an interface", modules(["Main", interfaceChoices("One", "Two")])),
        refused(
          "one of an interface in two cases",
          modules(["Main", interfaceChoices("SAME", "Same")]),
        ),
        accepted(
          "of a template and of its interfaces",
          modules([
            "Main",
            {
              dataTypes: [
                fine,
                interfaceType("First"),
                interfaceType("Second"),
                recordType("Kept", { owner: partyT }),
              ],
              interfaces: ["First", "Second"].map((name) =>
                interfaceOf(name, { view: fineT, choices: chosen("Same") }),
              ),
              templates: [
                template("Kept", {
                  signatories: nobody,
                  choices: chosen("Same"),
                  implements: ["First", "Second"].map((name) =>
                    instance(`Main:${name}`, record(fineT, {})),
                  ),
                }),
              ],
            },
          ]),
        ),
      ],
    },
  ],
  leftOut: [],
};
