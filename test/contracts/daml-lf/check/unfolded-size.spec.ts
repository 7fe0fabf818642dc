import { expect } from "chai";

import { generate, packagesOfDars } from "../../../../lib/codegen/index.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { creating } from "../../../support/amulet-steps.ts";
import { errorOf } from "../../../support/error-of.ts";
import { HttpLedger } from "../../../support/http-ledger.ts";
import { assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { modules } from "../../../support/lf/notation.ts";
import { genMapT, int64T } from "../../../support/lf/types.ts";

type Part = string | typeof int64T;

/**
 * Returns a DAR with a package of one module, whose source is joined from the parts; types are inserted as
 * trees.
 */
const dar = (...parts: readonly Part[]): Uint8Array => {
  const pieces = ["module Main {", ...parts.slice(1).map(() => ""), "}"];
  return assembleDar(
    assemblePackage({
      name: "large",
      version: "1.0.0",
      languageVersion: "2.3",
      modules: modules(Object.assign(pieces, { raw: pieces }), ...parts),
    }),
  );
};

/** Returns a type that needs `levels` definitions and unfolds to 2^levels parts. */
const doubling = (levels: number): typeof int64T =>
  levels === 0 ? int64T : twice(doubling(levels - 1));
const twice = (type: typeof int64T): typeof int64T => genMapT(type, type);

const template = (...field: readonly Part[]): readonly Part[] => [
  "template Item with {owner: Party, field: ",
  ...field,
  "} { signatories [@Party this.owner]; }",
];

const causeFor = (...parts: readonly Part[]): string => {
  const { code, cause } = errorOf(() => createDamlLoader().load(dar(...parts)));
  expect(code).to.equal("DAR_VALIDATION_ERROR");
  return cause;
};

describe("unfolded types", () => {
  it("are refused when a serializable type has too many parts", () => {
    expect(causeFor(...template(doubling(60)))).to.include("more than 20000 parts");
    expect(causeFor(...template(doubling(10)))).to.include("more than 1000 parts");
    expect(() => createDamlLoader().load(dar(...template(doubling(8))))).not.to.throw();
  });

  it("are refused in code where synonyms with parameters multiply", () => {
    const powers = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? "type P0 a = GenMap a a;"
        : `type P${level} a = ~P${level - 1} (~P${level - 1} a);`,
    );
    expect(causeFor(powers.join("\n"))).to.include("more than 20000 parts");
    expect(causeFor(powers.slice(0, 4).join("\n"), "type Last = ~P3 (~P3 Int64);")).to.include(
      "more than 20000 parts",
    );
  });

  it("are refused when a package declares very many of them", () => {
    const fields = Array.from({ length: 800 }, (_, index) => [`, f${index}: `, doubling(8)]).flat();
    expect(causeFor("record R {f: Int64", ...fields, "}")).to.include("more than 200000 parts");
  });

  const synonyms = Array.from({ length: 40 }, (_, level) =>
    level === 0
      ? "type S0 = GenMap Int64 Int64;"
      : `type S${level} = GenMap ~S${level - 1} ~S${level - 1};`,
  ).join("\n");
  /** Each level has twice as many records as the level above, and no two are the same type. */
  const multiplying = Array.from({ length: 40 }, (_, level) =>
    level === 0
      ? "record W0 a {value: Optional a}"
      : `record W${level} a {l: Main:W${level - 1} (Optional a), r: Main:W${level - 1} (List a)}`,
  ).join("\n");

  /** Source of a module for each place where a serializable type may occur. */
  const places: Readonly<Record<string, (type: Part) => readonly Part[]>> = {
    fields: (type) => template("Optional ", type),
    arguments: (type) => [
      "template Item with {owner: Party} { signatories [@Party this.owner]; choice Do (arg: Optional ",
      type,
      ") by [@Party this.owner] = pure @Unit (); }",
    ],
    results: (type) => [
      "template Item with {owner: Party} { signatories [@Party this.owner]; choice Do: Optional ",
      type,
      " by [@Party this.owner] = pure @(Optional ",
      type,
      ") (None @",
      type,
      "); }",
    ],
    keys: (type) => [
      "record K {party: Party, field: Optional ",
      type,
      `} template Item with {owner: Party} {
        signatories [@Party this.owner];
        key K = K {party = this.owner, field = None @`,
      type,
      "} maintained by \\(key: K) -> [@Party key.party]; }",
    ],
    views: (type) => [
      "record View {field: Optional ",
      type,
      `}
      interface Shown {view View;}
      template Item with {owner: Party} {
        signatories [@Party this.owner];
        implements Shown {view View {field = None @`,
      type,
      "};} }",
    ],
  };
  for (const [place, at] of Object.entries(places)) {
    it(`are refused in ${place}, written out or by synonyms, and are harmless in records`, async () => {
      const tooMany = /more than (?:1000|20000) parts/u;
      expect(causeFor(...at(doubling(40)))).to.match(tooMany);
      expect(causeFor(synonyms, ...at("~S39"))).to.match(tooMany);
      const http = await HttpLedger.serve({ daml: createDamlLoader() });
      const large = dar(multiplying, ...at("(Main:W39 Int64)"));
      await http.upload(large);
      generate(packagesOfDars([large]));
      const owner = await http.allocate("alice");
      await http.createUser("alice", { actAs: [owner] });
      const step = creating([owner], "#large:Main:Item", { owner });
      await http.submit({ userId: "alice", ...step });
      await http.close();
      // If the check wrote all types out, this test would take days.
    });
  }

  it("are harmless when a data type refers to itself with growing arguments", async () => {
    const http = await HttpLedger.serve({ daml: createDamlLoader() });
    const nest = `
      record Nest a {
        value: Optional a,
        inner: Optional (Main:Nest (GenMap a a))
      }`;
    await http.upload(dar(nest, ...template("(Main:Nest Int64)")));
    const owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
    const nested = (depth: number): object =>
      depth === 0 ? {} : { value: null, inner: nested(depth - 1) };
    const field = nested(45);
    const step = creating([owner], "#large:Main:Item", { owner, field });
    const { events } = await http.submit({ userId: "alice", ...step });
    expect(JSON.stringify(events)).to.include(`"field":${JSON.stringify(field)}`);
    await http.close();
  });
});
