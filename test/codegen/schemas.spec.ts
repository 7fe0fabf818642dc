import { expect } from "chai";
import fc from "fast-check";

import { type CodegenInput, generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { isLedgerError } from "../../lib/index.ts";
import type { Codec } from "../../lib/store.ts";
import { codecsOf } from "../support/codecs.ts";
import { articleOf } from "../support/codegen/articles.ts";
import * as schemas from "../support/codegen/daml/shop/Shop.schemas.ts";
import * as typeSchemas from "../support/codegen/daml/shop/Shop.Types.schemas.ts";
import { importProgram } from "../support/codegen/import-program.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { runs } from "../support/properties.ts";
import { sharedFile } from "../support/shared.ts";

interface AnySchema {
  readonly "~standard": {
    readonly validate: (value: unknown) => { readonly issues?: readonly Issue[] | undefined };
  };
}

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

const issuesOf = (schema: AnySchema, value: unknown): readonly Issue[] =>
  schema["~standard"].validate(value).issues ?? [];

const pathsOf = (schema: AnySchema, value: unknown): readonly string[] =>
  issuesOf(schema, value).map(({ path }) => path.join("."));

const dars = [
  "splice-amulet-0.1.14",
  "splice-api-token-transfer-instruction-v1-1.0.0",
  "splice-api-token-allocation-v1-1.0.0",
  "scripts/my-exercise-app",
  "scripts/CantonExamples",
].map((name) => `${name}.dar`);

describe("generated schemas", () => {
  it("accept the ledger's values", () => {
    expect(issuesOf(schemas.Article, articleOf("alice"))).to.deep.equal([]);
    expect(issuesOf(schemas.Article, { ...articleOf("alice"), added: "later" })).to.deep.equal([]);
    expect(issuesOf(schemas.Quote, {})).to.deep.equal([]);
  });

  it("name the path of an error", () => {
    const wrong = {
      ...articleOf("alice"),
      price: 12.5,
      stock: "9223372036854775808",
      shape: { tag: "Square", value: { width: "1.234", height: "1" } },
      places: [[{ row: "1" }, ["x"]]],
      tree: { tag: "Twig", value: [] },
      since: "2027-02-29",
      nested: [[1]],
      tags: { room: null },
    };
    expect(pathsOf(schemas.Article, wrong)).to.deep.equal([
      "price",
      "stock",
      "shape.value.width",
      "tags.room",
      "places.0.0.column",
      "places.0.1.0",
      "tree.tag",
      "since",
      "nested.0.0",
    ]);
    expect(issuesOf(schemas.Article, wrong)[0]?.message).to.equal(
      "Expected a decimal number with at most 10 digits after the point and 38 in all, as a text, found the number 12.5.",
    );
    expect(pathsOf(schemas.Article, undefined)).to.deep.equal([""]);
  });

  it("never throw or hang, for any input", () => {
    let deep: unknown = { tag: "Leaf", value: "a" };
    for (let depth = 0; depth < 100_000; depth++) deep = { tag: "Node", value: [deep] };
    const tree = typeSchemas.Tree(schemas.Article);
    expect(pathsOf(tree, deep)[0]?.split(".").length).to.be.below(210);
    const list = { ...articleOf("alice"), places: Array.from({ length: 100_000 }, () => 1) };
    expect(issuesOf(schemas.Article, list)).to.have.length(100);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        issuesOf(schemas.Article, value);
      }),
    );
  });

  it("agree with the ledger about the shop package", async () => {
    await agreeing(packagesOfDars([shopDar()]), runs(50));
  });

  for (const dar of dars) {
    it(`agree with the ledger about ${dar} @slow`, async function () {
      await agreeing(packagesOfDars([sharedFile(this, "dars", dar)]), runs(3));
    });
  }
});

/**
 * Tests, for every type without parameters, that the schema accepts all JSON that the ledger writes, and that
 * the ledger accepts randomly changed JSON if the schema accepts it.
 */
const agreeing = async (input: CodegenInput, numRuns: number): Promise<void> => {
  const files = generate(input, { schemas: true });
  const modules = [...files.keys()].filter((path) => path.endsWith(".schemas.ts"));
  const program = modules.map((path, index) => `export * as module${index} from "./${path}";\n`);
  const found = (await importProgram(files, program.join(""))) as Readonly<
    Record<string, Readonly<Record<string, AnySchema>>>
  >;
  const codecs = codecsOf(input.packages);
  let tried = 0;
  for (const main of input.mains) {
    for (const [qualifiedName, data] of main.dataTypes) {
      if (data.kind !== "enum" && data.parameters.length > 0) continue;
      const [module = "", entity = ""] = qualifiedName.split(":");
      const index = modules.indexOf(`${main.name}/${module}.schemas.ts`);
      const schema = found[`module${index}`]?.[entity.replaceAll(".", "__")];
      if (schema === undefined) expect.fail(`there is no schema of ${qualifiedName}`);
      const { codec, values } = codecs(main.packageId, qualifiedName);
      fc.assert(
        fc.property(values, fc.nat(), fc.constantFrom(...replacements), (given, at, put) => {
          const json = codec.encode(given);
          expect(issuesOf(schema, json), qualifiedName).to.deep.equal([]);
          const changed = replaced(json, { at: at % leavesOf(json), put });
          if (issuesOf(schema, changed).length === 0) decodeButForUnknownFields(codec, changed);
        }),
        { numRuns },
      );
      tried++;
    }
  }
  expect(tried).to.be.above(0);
};

/**
 * Decodes JSON, and ignores errors about unknown fields. Schemas accept these, since a later version may have
 * added them.
 */
const decodeButForUnknownFields = (codec: Codec, json: unknown): void => {
  try {
    codec.decode(json);
  } catch (error) {
    if (!isLedgerError(error) || !error.details.cause.includes("Unexpected field")) throw error;
  }
};

const replacements: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    0,
    1.5,
    "",
    "0",
    "-1",
    "+1",
    "1.",
    ".5",
    "1e3",
    "00",
    "a",
    "é",
    "\ud800",
  ],
  ...["2027-02-29", "0000-01-01", "9999-12-31T23:59:59-01:00", "2027-01-01T24:00:00Z"],
  ...[[], [null], [[]], [["x"]], {}, { tag: "x" }, { tag: "x", value: null }],
  ...["9".repeat(38), "9".repeat(39), "0.00000000001", "9223372036854775808", "-0"],
];

const leavesOf = (json: unknown): number =>
  typeof json === "object" && json !== null
    ? Object.values(json).reduce<number>((sum, each) => sum + leavesOf(each), 1)
    : 1;

/** Returns the JSON with its n-th part replaced. */
const replaced = (
  json: unknown,
  { at, put }: { readonly at: number; readonly put: unknown },
): unknown => {
  let left = at;
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return put;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, walk(each)]));
  };
  return walk(json);
};
