import { expect } from "chai";

import {
  boolType,
  genMapType,
  int64Type,
  listType,
  namedType,
  optionalType,
  textMapType,
  textType,
  typeVariable,
} from "../../../lib/base/values/common-types.ts";
import { createShapes, type Shape } from "../../../lib/base/values/shape.ts";
import { substituteTypeVariables } from "../../../lib/base/values/substitute.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleLookup, sampleShapes, sampleType } from "../../support/sample-types.ts";

const fieldsOf = (shape: Shape) => {
  if (shape.kind === "record") return shape.fields;
  return shape.kind === "variant" ? shape.constructors : expect.fail(`${shape.kind} has no parts`);
};

const partOf = (shape: Shape, name: string): Shape =>
  fieldsOf(shape).find((field) => field.name === name)?.shape ?? expect.fail(`no ${name}`);

describe("type shapes", () => {
  it("substitute type arguments for parameters", () => {
    const pair = sampleShapes.of(sampleType("Pair", int64Type, listType(textType)));
    expect(partOf(pair, "_1")).to.deep.equal({ kind: "int64" });
    expect(partOf(pair, "_2")).to.deep.equal({ kind: "list", element: { kind: "text" } });
  });

  it("are the same object for equal types", () => {
    const pair = () => sampleShapes.of(sampleType("Pair", int64Type, optionalType(boolType)));
    expect(pair()).to.equal(pair());
    expect(sampleShapes.of(listType(textType))).to.equal(sampleShapes.of(listType(textType)));
    expect(pair()).to.not.equal(sampleShapes.of(sampleType("Pair", int64Type, boolType)));
  });

  it("are cyclic for recursive types", () => {
    const tree = sampleShapes.of(sampleType("Tree", int64Type));
    const children = partOf(partOf(tree, "Node"), "children");
    expect(children.kind === "list" && children.element).to.equal(tree);
  });

  it("unfold types with growing arguments only to the requested depth", () => {
    const unfold = (name: string, levels: number): Shape => {
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
    const type = namedType("p:Sample:Missing");
    expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("refuse the wrong number of type arguments", () => {
    for (const type of [sampleType("Pair", int64Type), sampleType("Iou", int64Type)]) {
      expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
    }
  });

  it("refuse an unbound variable", () => {
    const type = listType(typeVariable("a"));
    expect(errorOf(() => sampleShapes.of(type)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("look up a definition only once", () => {
    const asked: string[] = [];
    const shapes = createShapes((id) => {
      asked.push(id);
      return sampleLookup(id);
    });
    shapes.of(sampleType("Iou"));
    shapes.of(listType(sampleType("Iou")));
    expect(asked).to.deep.equal(["p:Sample:Iou"]);
  });
});

describe("substitute", () => {
  it("replaces variables in every part of a type and leaves other variables", () => {
    const a = typeVariable("a");
    const bindings = new Map([["a", int64Type]]);
    const type = genMapType(textMapType(a), optionalType(sampleType("Pair", a, typeVariable("b"))));
    expect(substituteTypeVariables(type, bindings)).to.deep.equal(
      genMapType(
        textMapType(int64Type),
        optionalType(sampleType("Pair", int64Type, typeVariable("b"))),
      ),
    );
  });
});
