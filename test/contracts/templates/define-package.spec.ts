import { expect } from "chai";

import {
  defineInterface,
  definePackage,
  defineTemplate,
  type Descriptor,
  enumeration,
  type Fields,
  genericRecord,
  Int64,
  List,
  Optional,
  Party,
  record,
  Text,
  variant,
} from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";

const thing = <F extends Fields>(fields: F, name = "Main:Thing") =>
  defineTemplate(name, { payload: { owner: Party, ...fields }, signatories: () => ["alice"] });

const packaged = (fields: Fields = {}, changes: { name?: string; version?: string } = {}) =>
  definePackage({
    name: "things",
    version: "1.0.0",
    templates: { Thing: thing(fields) },
    ...changes,
  });

const refusal = (define: () => unknown): string => {
  const { code, cause } = errorOf(define);
  expect(code).to.equal("INVALID_ARGUMENT");
  return cause;
};

describe("definePackage", () => {
  it("names the option that is missing", () => {
    const specification = { name: "things" } as Parameters<typeof definePackage>[0];
    expect(errorOf(() => definePackage(specification)).cause).to.equal(
      "The option version is missing.",
    );
  });

  for (const [title, define] of Object.entries({ defineTemplate, defineInterface })) {
    it(`says what ${title} expects first if the name is missing`, () => {
      const defineAnything = define as (...given: unknown[]) => unknown;
      expect(refusal(() => defineAnything({ payload: {} }))).to.equal(
        "Expected a qualified name such as Module:Entity, got an object.",
      );
    });
  }

  it("returns a package with its definitions as properties", () => {
    const Thing = thing({});
    const Seen = defineInterface("Main:Seen", { view: {} });
    const things = definePackage({
      name: "things",
      version: "1.0.0",
      templates: { Thing },
      interfaces: { Seen },
    });
    expect(things.Thing).to.equal(Thing);
    expect(things.Seen).to.equal(Seen);
    expect(things).to.include({ name: "things", version: "1.0.0", language: "typescript" });
    expect([...things.templates.keys()]).to.deep.equal(["Main:Thing"]);
    expect([...things.interfaces.keys()]).to.deep.equal(["Main:Seen"]);
    expect(things.dependencies).to.deep.equal([]);
    expect(Object.isFrozen(things)).to.equal(true);
  });

  it("describes every choice, including Archive", () => {
    const Thing = defineTemplate("Main:Thing", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
      key: { type: Text, of: () => "k", maintainers: () => ["alice"] },
      choices: {
        Grow: { argument: { by: Int64 }, result: Int64, controllers: ({ owner }) => [owner] },
        Look: { consuming: false, controllers: ({ owner }) => [owner] },
      },
    });
    Thing.implement({ Grow: (_, __, { by }) => by, Look: () => undefined });
    const { packageId, templates, dataTypes } = definePackage({
      name: "things",
      version: "1.0.0",
      templates: { Thing },
    });
    const own = (name: string) => ({
      kind: "named" as const,
      id: `${packageId}:${name}`,
      arguments: [],
    });
    const signature = templates.get("Main:Thing");
    expect(signature?.payload).to.deep.equal(own("Main:Thing"));
    expect(signature?.key).to.deep.equal({ kind: "text" });
    expect([...(signature?.choices.values() ?? [])]).to.deep.equal([
      {
        name: "Grow",
        consuming: true,
        argument: own("Main:Thing.Grow"),
        result: { kind: "int64" },
      },
      {
        name: "Look",
        consuming: false,
        argument: own("Main:Thing.Look"),
        result: { kind: "unit" },
      },
      {
        name: "Archive",
        consuming: true,
        argument: own("DA.Internal.Template:Archive"),
        result: { kind: "unit" },
      },
    ]);
    expect([...dataTypes.keys()]).to.have.members([
      "Main:Thing",
      "Main:Thing.Grow",
      "Main:Thing.Look",
      "DA.Internal.Template:Archive",
    ]);
  });

  it("defines all mentioned data types, including generic and recursive ones", () => {
    interface Tree {
      readonly children: readonly Tree[];
    }
    const Tree: Descriptor<Tree, Tree> = record("Main:Tree", () => ({ children: List(Tree) }));
    const Pair = genericRecord(
      "Main:Pair",
      <A extends Descriptor, B extends Descriptor>(first: A, second: B) => ({ first, second }),
    );
    const Kind = enumeration("Main:Kind", ["Good", "Bad"]);
    const Shape = variant("Main:Shape", { Circle: { radius: Int64 }, Kind });
    const { packageId, dataTypes } = packaged({
      tree: Optional(Tree),
      pair: Pair(Shape, Pair(Text, Int64)),
    });
    const own = (name: string) => `${packageId}:${name}`;
    expect(dataTypes.get("Main:Tree")).to.deep.equal({
      kind: "record",
      parameters: [],
      fields: [
        {
          name: "children",
          type: { kind: "list", element: { kind: "named", id: own("Main:Tree"), arguments: [] } },
        },
      ],
    });
    expect(dataTypes.get("Main:Pair")).to.deep.equal({
      kind: "record",
      parameters: ["t1", "t2"],
      fields: [
        { name: "first", type: { kind: "variable", name: "t1" } },
        { name: "second", type: { kind: "variable", name: "t2" } },
      ],
    });
    expect(dataTypes.get("Main:Kind")).to.deep.equal({
      kind: "enum",
      constructors: ["Good", "Bad"],
    });
    expect(dataTypes.get("Main:Shape")).to.deep.include({ kind: "variant" });
    expect(dataTypes.get("Main:Shape.Circle")).to.deep.include({ kind: "record" });
  });

  it("derives the package id from name, version and signature", () => {
    const { packageId } = packaged();
    expect(packageId).to.match(/^[0-9a-f]{64}$/);
    expect(packaged().packageId).to.equal(packageId);
    const others = [
      packaged({}, { name: "others" }),
      packaged({}, { version: "1.0.1" }),
      packaged({ more: Text }),
      packaged({ more: Int64 }),
      packaged({ more: Optional(Text) }),
      packaged({ more: record("Main:R", { a: Text }) }),
      packaged({ more: record("Main:R", { b: Text }) }),
      packaged({ more: record("Main:R", { a: Text, b: Text }) }),
      packaged({ more: record("Main:R", { b: Text, a: Text }) }),
    ].map((other) => other.packageId);
    expect(new Set([packageId, ...others]).size).to.equal(others.length + 1);
  });

  it("returns the same id for any order of definitions", () => {
    const one = thing({}, "Main:One");
    const two = thing({}, "Main:Two");
    const id = (templates: Record<string, object>) =>
      definePackage({ name: "things", version: "1.0.0", templates }).packageId;
    expect(id({ one, two })).to.equal(id({ two, one }));
  });

  it("refuses malformed names and versions", () => {
    for (const name of ["", "my package", "a.b"]) {
      expect(refusal(() => packaged({}, { name }))).to.include("package name");
    }
    for (const version of ["", "1.0-beta", "01.0"]) {
      expect(refusal(() => packaged({}, { version }))).to.include("package version");
    }
  });

  it("refuses choices without code, and names them", () => {
    const Thing = defineTemplate("Main:Thing", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
      choices: {
        Grow: { controllers: ({ owner }) => [owner] },
        Shrink: { controllers: ({ owner }) => [owner] },
      },
    });
    const define = () => definePackage({ name: "things", version: "1.0.0", templates: { Thing } });
    expect(refusal(define)).to.include("Grow, Shrink").and.to.include("implement");
    Thing.implement({ Grow: () => undefined, Shrink: () => undefined });
    expect(define).not.to.throw();
  });

  it("refuses code that is unknown, duplicate, or not a function", () => {
    const Thing = defineTemplate("Main:Thing", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
      choices: { Grow: { controllers: ({ owner }) => [owner] } },
    });
    const implement = (bodies: object) => () =>
      Thing.implement(bodies as Parameters<typeof Thing.implement>[0]);
    expect(refusal(implement({ Vanish: () => undefined }))).to.include("Vanish");
    expect(refusal(implement({ Grow: "code" }))).to.include("function");
    Thing.implement({ Grow: () => undefined });
    expect(refusal(implement({ Grow: () => undefined }))).to.include("already");
  });

  it("refuses duplicate definition names", () => {
    const templates = { One: thing({}), Two: thing({}) };
    expect(
      refusal(() => definePackage({ name: "things", version: "1.0.0", templates })),
    ).to.include("Main:Thing");
    const rivals = { a: record("Main:R", { a: Text }), b: record("Main:R", { b: Text }) };
    expect(refusal(() => packaged(rivals))).to.include("Main:R");
  });

  it("refuses a choice that every template already has", () => {
    const define = () =>
      defineTemplate("Main:Thing", {
        payload: { owner: Party },
        signatories: ({ owner }) => [owner],
        choices: { Archive: { controllers: ({ owner }) => [owner] } },
      });
    expect(refusal(define)).to.include("Archive");
  });

  it("refuses a definition with a reserved name", () => {
    const templates = { version: thing({}) };
    expect(
      refusal(() => definePackage({ name: "things", version: "1.0.0", templates })),
    ).to.include("version");
  });

  it("refuses templates of a package with another name", () => {
    const templates = { Thing: thing({}) };
    definePackage({ name: "things", version: "1.0.0", templates });
    expect(() => definePackage({ name: "things", version: "1.1.0", templates })).not.to.throw();
    expect(
      refusal(() => definePackage({ name: "others", version: "1.0.0", templates })),
    ).to.include("things");
  });

  it("refuses values that are neither templates nor interfaces", () => {
    const templates = { Thing: { qualifiedName: "Main:Thing" } };
    refusal(() => definePackage({ name: "things", version: "1.0.0", templates }));
    const interfaces = { Thing: thing({}) };
    refusal(() => definePackage({ name: "things", version: "1.0.0", interfaces }));
  });
});
