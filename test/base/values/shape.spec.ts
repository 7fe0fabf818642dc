import { expect } from "chai";

import {
  boolType,
  createGenMapType,
  createListType,
  createNamedType,
  createOptionalType,
  createTextMapType,
  createTypeVariable,
  int64Type,
  textType,
} from "../../../lib/base/values/common-types.ts";
import { createTypeShapes, type ValueShape } from "../../../lib/base/values/shape.ts";
import { substituteTypeVariables } from "../../../lib/base/values/substitute.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleLookup, sampleShapes, sampleType } from "../../support/sample-types.ts";

const fieldsOf = (shape: ValueShape) => {
  if (shape.kind === "record") return shape.fields;
  return shape.kind === "variant" ? shape.constructors : expect.fail(`${shape.kind} has no parts`);
};

const partOf = (shape: ValueShape, name: string): ValueShape =>
  fieldsOf(shape).find((field) => field.name === name)?.shape ?? expect.fail(`no ${name}`);

describe("type shapes", () => {
  it("substitute type arguments for parameters", () => {
    const pair = sampleShapes.of(sampleType("Pair", int64Type, createListType(textType)));
    expect(partOf(pair, "_1")).to.deep.equal({ kind: "int64" });
    expect(partOf(pair, "_2")).to.deep.equal({ kind: "list", element: { kind: "text" } });
  });

  it("are the same object for equal types", () => {
    const pair = () => sampleShapes.of(sampleType("Pair", int64Type, createOptionalType(boolType)));
    expect(pair()).to.equal(pair());
    expect(sampleShapes.of(createListType(textType))).to.equal(
      sampleShapes.of(createListType(textType)),
    );
    expect(pair()).to.not.equal(sampleShapes.of(sampleType("Pair", int64Type, boolType)));
  });

  it("are cyclic for recursive types", () => {
    const tree = sampleShapes.of(sampleType("Tree", int64Type));
    const children = partOf(partOf(tree, "Node"), "children");
    expect(children.kind === "list" && children.element).to.equal(tree);
  });

  it("unfold types with growing arguments only to the requested depth", () => {
    const unfold = (name: string, levels: number): ValueShape => {
      let shape = sampleShapes.of(sampleType(name, int64Type));
      for (let level = 0; level < levels; level++) {
        const deeper = partOf(shape, "deeper");
        shape = deeper.kind === "optional" ? deeper.element : expect.fail("an optional");
      }
      return shape;
    };
    expect(partOf(unfold("Nest", 20), "here").kind).to.equal("list");
    expect(unfold("Wide", 100).kind).to.equal("record");
  });

  it("return the rank of constructors, and none for other names", () => {
    const colour = sampleShapes.of(sampleType("Colour"));
    const rankOf = (name: string) => (colour.kind === "enum" ? colour.rankOf(name) : "not an enum");
    expect(["Red", "Green", "Blue", "constructor"].map(rankOf)).to.deep.equal([0, 1, 2, undefined]);
  });

  it("refuse a type that no package defines", () => {
    const type = createNamedType("p:Sample:Missing");
    expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("refuse the wrong number of type arguments", () => {
    for (const type of [sampleType("Pair", int64Type), sampleType("Iou", int64Type)]) {
      expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
    }
  });

  it("refuse an unbound variable", () => {
    const type = createListType(createTypeVariable("a"));
    expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("look up a definition only once", () => {
    const asked: string[] = [];
    const shapes = createTypeShapes((id) => {
      asked.push(id);
      return sampleLookup(id);
    });
    shapes.of(sampleType("Iou"));
    shapes.of(createListType(sampleType("Iou")));
    expect(asked).to.deep.equal(["p:Sample:Iou"]);
  });
});

describe("substitute", () => {
  it("replaces variables in every part of a type and leaves other variables", () => {
    const a = createTypeVariable("a");
    const bindings = new Map([["a", int64Type]]);
    const type = createGenMapType(
      createTextMapType(a),
      createOptionalType(sampleType("Pair", a, createTypeVariable("b"))),
    );
    expect(substituteTypeVariables(type, bindings)).to.deep.equal(
      createGenMapType(
        createTextMapType(int64Type),
        createOptionalType(sampleType("Pair", int64Type, createTypeVariable("b"))),
      ),
    );
  });
});
