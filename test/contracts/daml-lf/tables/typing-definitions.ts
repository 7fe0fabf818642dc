import type {
  DataType,
  Expr,
  InterfaceInstance,
  LfInterface,
  LfType,
  TypeParameter,
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
  type TemplateSource,
  valueOf,
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  field,
  lambda,
  list,
  pure,
  record,
  text,
  typeApply,
  unit,
  value,
  variable,
} from "../../../support/lf/expressions.ts";
import {
  builtinType,
  dataT,
  functionT,
  int64T,
  listT,
  optionalT,
  partyT,
  qualified,
  textT,
  unitT,
  variableT,
} from "../../../support/lf/types.ts";
import { accepted, refused } from "./checked-package.ts";
import { arrow, forallT, nat, star } from "./typing-programs.ts";
import type { ValueRow } from "./value-table.ts";

const nobody: Expr = list(partyT);
const partiesT = listT(partyT);
const viewT = dataT("Main:View");
const keyT = dataT("Main:Label");
const itemT = dataT("Main:Item");
const listHead = builtinType("List");
const contract = { person: partyT, name: textT };

const common: ModuleSource = {
  dataTypes: [
    recordType("View", {}),
    recordType("Label", { word: textT, holder: partyT }),
    recordType("LabelToo", { word: textT, holder: partyT }),
    interfaceType("Held"),
  ],
  interfaces: [interfaceOf("Held", { view: viewT, methods: { holders: partiesT } })],
};

const modulesWith = (more: ModuleSource) => () => [
  module("Main", {
    ...common,
    ...more,
    dataTypes: [...(common.dataTypes ?? []), ...(more.dataTypes ?? [])],
    interfaces: [...(common.interfaces ?? []), ...(more.interfaces ?? [])],
  }),
];

const item = recordType("Item", contract);
const own = (name: string): Expr => field(itemT, name, variable("this"));

const templateWith = (source: Partial<TemplateSource>, type: DataType = item) =>
  modulesWith({
    dataTypes: [type],
    templates: [template("Item", { signatories: nobody, ...source })],
  });

const act = (more: Partial<Parameters<typeof choice>[1]>) =>
  choice("Do", { controllers: nobody, body: pure(unitT, unit), ...more });

const labelOf = (type: LfType): Expr => record(type, { word: own("name"), holder: own("person") });
const holderOf = (type: LfType): Expr =>
  lambda([["key", type]], list(partyT, field(type, "holder", variable("key"))));

const keyed = (body: Expr, maintainers: Expr): Partial<TemplateSource> => ({
  key: { type: keyT, body, maintainers },
});

const held = (methods: Readonly<Record<string, Expr>>): InterfaceInstance =>
  instance("Main:Held", record(viewT, {}), methods);
const holders = list(partyT, own("person"));

export const templateRows: readonly ValueRow[] = [
  accepted(
    "a template with all there is",
    templateWith({
      choices: [
        act({}),
        choice("Watched", { controllers: nobody, observers: nobody, body: pure(unitT, unit) }),
      ],
      implements: [held({ holders })],
      ...keyed(labelOf(keyT), holderOf(keyT)),
    }),
    "2.3",
  ),
  refused(
    "a type with parameters",
    templateWith({}, recordType("Item", { x: variableT("a") }, { parameters: ["a"] })),
  ),
  refused("a variant", templateWith({}, variantType("Item", { P: partyT }))),
  refused("no type", templateWith({}, recordType("Another", {}))),
  refused("a precondition that is no Bool", templateWith({ precondition: unit })),
  refused("signatories that are no parties", templateWith({ signatories: unit })),
  refused("observers that are no parties", templateWith({ observers: unit })),
  refused(
    "controllers that are no parties",
    templateWith({ choices: [act({ controllers: unit })] }),
  ),
  refused(
    "observers of a choice that are no parties",
    templateWith({ choices: [act({ observers: unit })] }),
  ),
  refused("an argument of kind * -> *", templateWith({ choices: [act({ argument: listHead })] })),
  refused("a result of kind * -> *", templateWith({ choices: [act({ result: listHead })] })),
  refused(
    "a key of another type",
    templateWith(keyed(labelOf(dataT("Main:LabelToo")), holderOf(keyT))),
    "2.3",
  ),
  refused(
    "maintainers of another key",
    templateWith(keyed(labelOf(keyT), holderOf(dataT("Main:LabelToo")))),
    "2.3",
  ),
  refused(
    "maintainers that are no parties",
    templateWith(keyed(labelOf(keyT), lambda([["key", keyT]], unit))),
    "2.3",
  ),
  refused(
    "maintainers that look at the contract",
    templateWith(keyed(labelOf(keyT), lambda([["key", keyT]], holders))),
    "2.3",
  ),
  refused("a method of another type", templateWith({ implements: [held({ holders: unit })] })),
  refused("a method that is left out", templateWith({ implements: [held({})] })),
  refused(
    "a method too many",
    templateWith({ implements: [held({ holders, name: own("name") })] }),
  ),
];

const faces = (...all: readonly LfInterface[]): ModuleSource => ({
  dataTypes: [
    enumType("Color", "Red", "Green"),
    recordType("Box", { x: variableT("a") }, { parameters: ["a"] }),
    ...all.map(({ name }) => interfaceType(name)),
  ],
  interfaces: all,
});

const face = (name: string, more: Partial<Parameters<typeof interfaceOf>[1]> = {}): LfInterface =>
  interfaceOf(name, { view: viewT, ...more });

const askHolders: Expr = {
  kind: "callInterface",
  interfaceId: qualified("Main:Face"),
  method: "holders",
  expr: variable("this"),
};
const withChoice = (more: Partial<Parameters<typeof choice>[1]>) =>
  modulesWith(faces(face("Face", { methods: { holders: partiesT }, choices: [act(more)] })));

/** X requires Y, and a method of it converts between it and another. */
const converting = (
  kind: "toRequiredInterface" | "fromRequiredInterface",
  required: string,
): ModuleSource => {
  const up = kind === "toRequiredInterface";
  const [from, to] = up ? ["X", required] : [required, "X"];
  const result = up ? dataT(`Main:${to}`) : optionalT(dataT("Main:X"));
  return {
    ...faces(face("Y"), face("Z"), face("X", { requires: ["Main:Y"] })),
    values: [
      valueOf(
        "convert",
        functionT([dataT(`Main:${from}`)], result),
        lambda([["e", dataT(`Main:${from}`)]], {
          kind,
          required: qualified(`Main:${required}`),
          requiring: qualified("Main:X"),
          expr: variable("e"),
        }),
      ),
    ],
  };
};

export const interfaceRows: readonly ValueRow[] = [
  accepted(
    "an interface with all there is",
    modulesWith(
      faces(
        face("Face", {
          methods: { holders: partiesT },
          choices: [
            act({}),
            choice("Asked", {
              controllers: askHolders,
              observers: nobody,
              body: pure(unitT, unit),
            }),
            choice("Watched", {
              controllers: askHolders,
              observers: askHolders,
              body: pure(unitT, unit),
            }),
          ],
        }),
      ),
    ),
  ),
  refused("controllers that are no parties", withChoice({ controllers: unit })),
  refused("observers of a choice that are no parties", withChoice({ observers: unit })),
  refused("an argument of kind * -> *", withChoice({ argument: listHead })),
  refused("a result of kind * -> *", withChoice({ result: listHead })),
  refused(
    "a requirement that is not there",
    modulesWith(faces(face("X", { requires: ["Main:Nowhere"] }))),
  ),
  refused(
    "a template that leaves out what its interface requires",
    modulesWith({
      ...faces(face("X"), face("Y", { requires: ["Main:X"] })),
      dataTypes: [...(faces(face("X"), face("Y")).dataTypes ?? []), item],
      templates: [
        template("Item", {
          signatories: nobody,
          implements: [instance("Main:Y", record(viewT, {}))],
        }),
      ],
    }),
  ),
  refused("to what is not required", modulesWith(converting("toRequiredInterface", "Z"))),
  refused("from what is not required", modulesWith(converting("fromRequiredInterface", "Z"))),
  accepted("to what is required", modulesWith(converting("toRequiredInterface", "Y"))),
  accepted("from what is required", modulesWith(converting("fromRequiredInterface", "Y"))),
  refused(
    "an interface that requires itself",
    modulesWith(
      faces(face("Y"), face("Z"), face("X", { requires: ["Main:Y", "Main:Z", "Main:X"] })),
    ),
  ),
  refused(
    "an interface that leaves out what its requirements require",
    modulesWith(
      faces(
        face("X", { requires: ["Main:Y"] }),
        face("Y", { requires: ["Main:Z"] }),
        face("Z", { requires: ["Main:X"] }),
      ),
    ),
  ),
  refused("a view that is no record", modulesWith(faces(face("X", { view: dataT("Main:Color") })))),
  refused("a view that is no data type", modulesWith(faces(face("X", { view: unitT })))),
  refused("a view with parameters", modulesWith(faces(face("X", { view: dataT("Main:Box") })))),
];

const bad = dataT("Main:Bad");
const said = lambda([["e", bad]], field(bad, "message", variable("e")));
const exceptionWith = (type: DataType, message: Expr = said) =>
  modulesWith({ dataTypes: [type], exceptions: { Bad: message } });

export const exceptionRows: readonly ValueRow[] = [
  accepted("an exception", exceptionWith(recordType("Bad", { message: textT }))),
  refused(
    "a type with parameters",
    exceptionWith(recordType("Bad", { message: textT }, { parameters: ["a"] })),
  ),
  refused("a variant", exceptionWith(variantType("Bad", { Message: textT }))),
  refused("no type", exceptionWith(recordType("Another", { message: textT }))),
  refused(
    "a message that is no function",
    exceptionWith(recordType("Bad", { message: textT }), text("a message")),
  ),
];

const data = (type: DataType) => modulesWith({ dataTypes: [type] });
const kinded = (name: string, kind: TypeParameter["kind"]): TypeParameter => ({ name, kind });
const hidden = (...parameters: readonly TypeParameter[]) => ({ parameters, serializable: false });
const high = arrow(star, star);
const wrong = arrow(star, nat);

const [a, b] = [variableT("a"), variableT("b")];
const applied = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "variable",
  name,
  arguments: args,
});
const synonym = (parameters: readonly (string | TypeParameter)[], type: LfType) =>
  modulesWith({ synonyms: [synonymOf("S", parameters, type)] });

const quantified = (names: readonly string[]) =>
  forallT(
    names,
    functionT(
      [
        functionT([variableT(names[0] ?? "")], variableT(names[1] ?? "")),
        functionT([variableT(names[2] ?? "")], variableT(names[3] ?? "")),
        variableT(names[2] ?? ""),
      ],
      variableT(names[3] ?? ""),
    ),
  );
const functions = (names: readonly string[], body: Expr): Expr => ({
  kind: "typeLambda",
  parameters: names.map((name) => kinded(name, star)),
  body: lambda(
    [
      ["f", functionT([variableT(names[0] ?? "")], variableT(names[1] ?? ""))],
      ["g", functionT([variableT(names[2] ?? "")], variableT(names[3] ?? ""))],
    ],
    body,
  ),
});

export const definitionRows: readonly ValueRow[] = [
  accepted(
    "a record over types of kind * -> *",
    data(recordType("R", {}, hidden(kinded("a", high), kinded("b", high)))),
  ),
  refused(
    "a record over * -> nat",
    data(recordType("R", {}, hidden(kinded("a", wrong), kinded("b", high)))),
  ),
  refused(
    "a record over * -> nat second",
    data(recordType("R", {}, hidden(kinded("a", high), kinded("b", wrong)))),
  ),
  accepted(
    "a variant over types of kind * -> *",
    data(variantType("V", {}, hidden(kinded("a", high), kinded("b", high)))),
  ),
  refused(
    "a variant over * -> nat",
    data(variantType("V", {}, hidden(kinded("a", wrong), kinded("b", high)))),
  ),
  refused(
    "a variant over * -> nat second",
    data(variantType("V", {}, hidden(kinded("a", high), kinded("b", wrong)))),
  ),
  accepted("a synonym of a type", synonym([], int64T)),
  accepted("a synonym of its parameter", synonym(["a"], a)),
  accepted("a synonym of its first parameter", synonym(["a", "b"], a)),
  accepted("a synonym of a parameter of kind *", synonym([kinded("f", star)], variableT("f"))),
  accepted(
    "a synonym that applies its parameter",
    synonym([kinded("f", high)], applied("f", int64T)),
  ),
  accepted("a synonym that ignores its parameter", synonym([kinded("f", high)], unitT)),
  refused("a synonym of a variable", synonym([], a)),
  refused("a synonym of another variable", synonym(["a"], b)),
  refused("a synonym with one parameter twice", synonym(["a", "a"], a)),
  refused("a synonym of kind * -> *", synonym([], listHead)),
  refused("a synonym of a parameter of kind * -> *", synonym([kinded("f", high)], variableT("f"))),
  refused("a synonym that applies a type", synonym([kinded("f", star)], applied("f", int64T))),
  refused("a synonym over * -> nat", synonym([kinded("f", wrong)], unitT)),
  accepted(
    "variables of one name in two orders",
    modulesWith({
      values: [
        valueOf(
          "bar",
          quantified(["b1", "b2", "a1", "a2"]),
          functions(["b1", "b2", "a1", "a2"], variable("g")),
        ),
        valueOf(
          "baz",
          quantified(["a1", "a2", "b1", "b2"]),
          functions(
            ["a1", "a2", "b1", "b2"],
            apply(
              typeApply(value("Main:bar"), ...["a1", "a2", "b1", "b2"].map(variableT)),
              variable("f"),
              variable("g"),
            ),
          ),
        ),
      ],
    }),
  ),
];
