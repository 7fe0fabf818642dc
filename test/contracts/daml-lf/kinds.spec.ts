import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/load-dar.ts";
import type {
  Expr,
  LfModule,
  LfType,
  TypeParameter,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../support/error-of.ts";
import { assembleDar, assemblePackage } from "../../support/lf/assemble.ts";
import {
  choice,
  enumType,
  interfaceOf,
  interfaceType,
  module,
  type ModuleSource,
  recordType,
  synonymOf,
  template,
  valueOf,
  variantType,
} from "../../support/lf/definitions.ts";
import {
  apply,
  block,
  error,
  int,
  lambda,
  letIn,
  list,
  none,
  pure,
  record,
  some,
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
} from "../../support/lf/expressions.ts";
import {
  builtinType,
  contractIdT,
  dataT,
  functionT,
  int64T,
  natT,
  numericT,
  partyT,
  textT,
  unitT,
  updateT,
  variableT,
} from "../../support/lf/types.ts";
import {
  acceptedWhole,
  interned,
  nameOf,
  reference,
  refusedWhole,
  type Write,
} from "./tables/raw-package.ts";
import { arrow, forallT, nat, star, synonymT } from "./tables/typing-programs.ts";

const listHead = builtinType("List");
const nobody: Expr = list(partyT);
const dataTypes = [
  recordType("Item", { person: partyT }),
  recordType("Box", { of: variableT("a") }, { parameters: ["a"] }),
  recordType("Bad", { message: textT }),
];
const common: ModuleSource = {
  synonyms: [synonymOf("Same", ["a"], variableT("a"))],
  exceptions: { Bad: lambda([["e", dataT("Main:Bad")]], { kind: "text", value: "" }) },
};

const modulesWith = (more: ModuleSource): readonly LfModule[] => [
  module("Main", { ...common, ...more, dataTypes: [...dataTypes, ...(more.dataTypes ?? [])] }),
];

const load = (more: ModuleSource, languageVersion = "2.3") =>
  createDamlLoader().load(
    assembleDar(
      assemblePackage({
        name: "kinds",
        version: "1.0.0",
        languageVersion,
        modules: modulesWith(more),
      }),
    ),
  );

/** Why the package is refused. */
const causeFor = (more: ModuleSource, languageVersion?: string): string => {
  const { code, cause } = errorOf(() => load(more, languageVersion));
  expect(code).to.equal("DAR_VALIDATION_ERROR");
  return cause;
};

const inType = (type: LfType): ModuleSource => ({ values: [valueOf("x", type, error(type, ""))] });
const inExpr = (expr: Expr, type: LfType): ModuleSource => ({ values: [valueOf("x", type, expr)] });
const inTemplate = (more: Partial<Parameters<typeof template>[1]>): ModuleSource => ({
  templates: [template("Item", { signatories: nobody, ...more })],
});
const inInterface = (more: Partial<Parameters<typeof interfaceOf>[1]>): ModuleSource => ({
  dataTypes: [interfaceType("Face")],
  interfaces: [interfaceOf("Face", { view: dataT("Main:Item"), ...more })],
});
const act = (more: Partial<Parameters<typeof choice>[1]>) =>
  choice("Do", { controllers: nobody, body: pure(unitT, unit), ...more });
const parameter = (name: string, kind: TypeParameter["kind"]): TypeParameter => ({ name, kind });
const applied = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "variable",
  name,
  arguments: args,
});

const numericTOf = (name: string): LfType => builtinType("Numeric", variableT(name));
const noneOfList = none(listHead);
const done = pure(unitT, unit);

describe("kinds of types", () => {
  const places: Readonly<Record<string, ModuleSource>> = {
    "a value": inType(listHead),
    "a field of a record": {
      dataTypes: [recordType("R", { x: listHead }, { serializable: false })],
    },
    "a constructor of a variant": {
      dataTypes: [variantType("V", { X: listHead }, { serializable: false })],
    },
    "a synonym": { synonyms: [synonymOf("S", [], listHead)] },
    "the argument of a choice": inTemplate({ choices: [act({ argument: listHead })] }),
    "the result of a choice": inTemplate({ choices: [act({ result: listHead })] }),
    "the key of a template": inTemplate({
      key: { type: listHead, body: noneOfList, maintainers: unit },
    }),
    "a method of an interface": inInterface({ methods: { m: listHead } }),
    "the view of an interface": inInterface({ view: listHead }),
    "the argument of a choice of an interface": inInterface({
      choices: [act({ argument: listHead })],
    }),
    "the parameter of a function": inType(functionT([listHead], unitT)),
    "the result of a function": inType(functionT([unitT], listHead)),
    "an element of a list": inType(builtinType("List", listHead)),
    "a value of a map": inType(builtinType("GenMap", unitT, listHead)),
    "what an id is of": inType(contractIdT(listHead)),
    "the scale of a numeric": inType(builtinType("Numeric", unitT)),
    "a number as an element": inType(builtinType("List", natT(3))),
    "a number as a type": inType(natT(3)),
    "the argument of a data type": inType(dataT("Main:Box", listHead)),
    "the argument of a synonym": inType(synonymT("Main:Same", listHead)),
    "a data type without its argument": inType(dataT("Main:Box")),
    "a field of a structure": inType({ kind: "struct", fields: [{ name: "x", type: listHead }] }),
    "the body of a quantified type": inType(forallT(["a"], listHead)),
    "the argument of a variable": inType(
      forallT([parameter("f", arrow(star, star))], applied("f", listHead)),
    ),
    "the parameter of a lambda": inExpr(apply(lambda([["x", listHead]], unit), int(1)), unitT),
    "a binding of let": inExpr(letIn("x", listHead, noneOfList, unit), unitT),
    "an empty list": inExpr(apply(lambda([["x", unitT]], unit), list(listHead)), unitT),
    "a list": inExpr(apply(lambda([["x", unitT]], unit), list(listHead, unit)), unitT),
    none: inExpr(apply(lambda([["x", unitT]], unit), noneOfList), unitT),
    some: inExpr(apply(lambda([["x", unitT]], unit), some(listHead, unit)), unitT),
    "what is thrown past": inExpr(
      apply(
        lambda([["x", unitT]], unit),
        throwing(
          listHead,
          dataT("Main:Bad"),
          record(dataT("Main:Bad"), { message: { kind: "text", value: "" } }),
        ),
      ),
      unitT,
    ),
    "a pure update": inExpr(block([["x", unitT, pure(listHead, unit)]], done), updateT(unitT)),
    "a step of a block": inExpr(block([["x", listHead, done]], done), updateT(unitT)),
    "an attempt": inExpr(
      block([["x", unitT, tryCatch(listHead, done, "e", none(updateT(unitT)))]], done),
      updateT(unitT),
    ),
    "an embedded update": inExpr(
      block([["x", unitT, update({ kind: "embed", type: listHead, expr: done })]], done),
      updateT(unitT),
    ),
  };

  for (const [place, source] of Object.entries(places)) {
    it(`are checked of ${place}`, () => {
      expect(causeFor(source)).to.contain("kind mismatch");
    });
  }

  it("let types be applied to as many others as they take", () => {
    for (const type of [
      builtinType("List", unitT, unitT),
      builtinType("Text", unitT),
      dataT("Main:Item", unitT),
      dataT("Main:Box", unitT, unitT),
      forallT(["a"], applied("a", unitT)),
    ]) {
      expect(causeFor(inType(type))).to.contain("expected a higher-kinded type");
    }
    expect(causeFor(inType(synonymT("Main:Same", unitT, unitT)))).to.contain("takes 1 arguments");
  });

  it("have no number to the right of an arrow", () => {
    const parameters = [parameter("p", arrow(star, nat))];
    for (const source of [
      { dataTypes: [recordType("R", {}, { parameters, serializable: false })] },
      { synonyms: [synonymOf("S", parameters, unitT)] },
      inType(forallT(parameters, unitT)),
      inExpr({ kind: "typeLambda", parameters, body: unit }, unitT),
    ]) {
      for (const languageVersion of ["2.1", "2.3"]) {
        expect(causeFor(source, languageVersion)).to.contain("invalid kind");
      }
    }
  });

  it("are those of the variables that functions of types bind", () => {
    const identity = (kind: TypeParameter["kind"], type: LfType): Expr => ({
      kind: "typeLambda",
      parameters: [parameter("t", kind)],
      body: lambda([["x", type]], unit),
    });
    const overNumbers = forallT([parameter("t", nat)], functionT([numericTOf("t")], unitT));
    const ofNumbers = identity(nat, numericTOf("t"));
    expect(load(inExpr(ofNumbers, overNumbers))).to.have.length(1);
    const used = (argument: LfType): ModuleSource => ({
      values: [
        valueOf("f", overNumbers, ofNumbers),
        valueOf("x", functionT([numericT(3)], unitT), typeApply(value("Main:f"), argument)),
      ],
    });
    expect(load(used(natT(3)))).to.have.length(1);
    expect(causeFor(used(int64T))).to.contain("kind mismatch");
    const overTypes = forallT(["t"], functionT([unitT], unitT));
    expect(load(inExpr(identity(star, unitT), overTypes))).to.have.length(1);
    expect(causeFor(inExpr(identity(nat, unitT), overTypes))).to.contain("kind mismatch");
  });

  it("are those of the arguments of builtin functions", () => {
    const over = (id: number, argument: LfType): ModuleSource =>
      inExpr(
        apply(lambda([["x", unitT]], unit), typeApply({ kind: "builtin", id }, argument)),
        unitT,
      );
    expect(causeFor(over(13, int64T))).to.contain("kind mismatch");
    expect(causeFor(over(13, natT(3)))).not.to.contain("kind mismatch");
    expect(causeFor(over(2, natT(3)))).to.contain("kind mismatch");
    expect(causeFor(over(2, int64T))).not.to.contain("kind mismatch");
  });

  it("are of the innermost of variables with one name", () => {
    const both = (inner: TypeParameter["kind"]): LfType =>
      forallT(
        [parameter("t", arrow(star, star))],
        forallT([parameter("t", inner)], functionT([variableT("t")], applied("t", unitT))),
      );
    expect(causeFor(inType(both(star)))).to.contain("expected a higher-kinded type");
    expect(causeFor(inType(both(arrow(star, star))))).to.contain("kind mismatch");
    const inOrder = (first: TypeParameter["kind"], second: TypeParameter["kind"]): ModuleSource =>
      inType(
        functionT(
          [
            forallT([parameter("t", first)], functionT([applied("t", unitT)], unitT)),
            forallT([parameter("t", second)], functionT([variableT("t")], unitT)),
          ],
          unitT,
        ),
      );
    expect(load(inOrder(arrow(star, star), star))).to.have.length(1);
    expect(causeFor(inOrder(star, star))).to.contain("higher-kinded");
    expect(causeFor(inOrder(arrow(star, star), nat))).to.contain("kind mismatch");
  });

  it("are all * for a type that is stored", () => {
    for (const kind of [nat, arrow(star, star)]) {
      const record = (serializable: boolean) => ({
        dataTypes: [recordType("R", {}, { parameters: [parameter("p", kind)], serializable })],
      });
      expect(load(record(false))).to.have.length(1);
      expect(causeFor(record(true))).to.contain("serializable");
    }
  });

  it("let a type that is stored have no synonyms in it", () => {
    const holding = (serializable: boolean): ModuleSource => ({
      dataTypes: [recordType("R", { x: synonymT("Main:Same", unitT) }, { serializable })],
    });
    expect(load(holding(false))).to.have.length(1);
    expect(causeFor(holding(true))).to.contain("serializable");
    const synonym = synonymT("Main:Same", dataT("Main:Item"));
    expect(causeFor(inInterface({ view: synonym }))).to.contain("serializable");
  });

  it("are * for enums and interfaces, which have no parameters", () => {
    const over = [parameter("a", star)];
    const color = { ...enumType("Color", "Red"), parameters: over, serializable: false };
    expect(causeFor({ dataTypes: [color] })).to.contain("an enum cannot have parameters");
    const face = { ...interfaceType("Face"), parameters: over };
    expect(causeFor({ ...inInterface({}), dataTypes: [face] })).to.contain("an interface cannot");
    expect(causeFor({ dataTypes: [interfaceType("Face")] })).to.contain("no interface");
  });

  it("let a synonym be applied by its own form only", () => {
    // Over one variable, and the type that it stands for.
    const synonym: Write = (m) =>
      m.message(3, (definition) =>
        definition
          .int(2, nameOf("T"))
          .message(3, (bound) =>
            bound.message(2, (kind) => kind.chosenInt(4, 0)).int(3, nameOf("a")),
          )
          .message(4, interned(3)),
      );
    const named: Write = (m) => m.message(7, (inner) => inner.message(1, reference("T")));
    const whole: Write = (m) =>
      m.message(7, (inner) => inner.message(1, reference("T")).message(2, interned(0)));
    const tapp: Write = (m) =>
      m.message(9, (inner) => inner.message(1, interned(4)).message(2, interned(0)));
    const source = {
      kinds: [(m) => m.message(1, () => undefined)] as readonly Write[],
      definitions: synonym,
      type: interned(5),
    };
    const variable: Write = (m) => m.message(1, (inner) => inner.int(3, nameOf("a")));
    for (const { written, run, gives } of [
      ...acceptedWhole(
        "the synonym with its argument",
        { ...source, types: [variable, named, whole] },
        ["2.2"],
      ),
      ...refusedWhole("the synonym applied", { ...source, types: [variable, named, tapp] }, [
        "2.2",
      ]),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });
});
