import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { parse } from "yaml";

import historyApi from "../../spec/history-api.json" with { type: "json" };
import ledgerApi from "../../spec/ledger-api.json" with { type: "json" };
import { apiDocuments } from "../support/api-documents.ts";
import type { JsonObject } from "../support/json.ts";
import { sharedFile } from "../support/shared.ts";
import { differences, structureDifferences } from "./differences.ts";
import { componentStructure, openApiStructure } from "./openapi-structure.ts";
import { seedStructure } from "./seed-structure.ts";

interface KnownDifferences {
  readonly reason: string;
  readonly differences: readonly string[];
}

const here = (name: string): URL => new URL(name, import.meta.url);

const readYaml = async (path: string | URL): Promise<unknown> =>
  parse(await readFile(path, "utf8")) as unknown;

const knownDifferences = async (to: "seed" | "canton"): Promise<readonly string[]> => {
  const known = await readYaml(here("known-differences.yaml"));
  const groups = (known as Record<typeof to, readonly KnownDifferences[]>)[to];
  for (const { reason } of groups) expect(reason).to.match(/\w/);
  return groups.flatMap((group) => group.differences);
};

describe("structure of our API documents", () => {
  const ours = {
    operations: new Map([
      ...openApiStructure(ledgerApi).operations,
      ...openApiStructure(historyApi).operations,
    ]),
  };

  it("differs from the tables of the specification only for a stated reason", async () => {
    const seed = seedStructure((await readYaml(here("seed-structure.yaml"))) as JsonObject);
    const found = differences(ours, seed);
    expect([...found].sort()).to.deep.equal([...(await knownDifferences("seed"))].sort());
  });

  describe("structure of our API documents, compared with Canton 3.5.1", () => {
    const [, of351] = apiDocuments.find(([version]) => version === "3.5.1") ?? [];
    const own = of351?.own ?? {};
    let canton: JsonObject;

    before(function () {
      const yaml = sharedFile(this, "reference", "canton-openapi-3.5.1.yaml");
      canton = parse(new TextDecoder().decode(yaml)) as JsonObject;
    });

    it("differs only for a stated reason", async () => {
      const found = differences(openApiStructure(own), openApiStructure(canton));
      expect([...found].sort()).to.deep.equal([...(await knownDifferences("canton"))].sort());
    });

    it("has the records that no operation uses yet", () => {
      const formats = ["Timestamp: format date-time", "Base64: format byte"];
      const stated = formats.map((format) => `${format}, theirs undefined`);
      for (const name of [
        "CostEstimation",
        "FieldMask",
        "IdentityProviderConfig",
        "Signature",
        "VettedPackages",
        "VettedPackagesRef",
      ]) {
        const found = structureDifferences(
          componentStructure(own, name),
          componentStructure(canton, name),
        );
        expect([...found].filter((each) => !stated.includes(each))).to.deep.equal([]);
      }
    });
  });
});

describe("differences", () => {
  const one = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
    paths: {},
    components: { schemas: { One: { type: "object", required, properties } } },
  });
  const between = (ours: JsonObject, theirs: JsonObject): readonly string[] => [
    ...structureDifferences(componentStructure(ours, "One"), componentStructure(theirs, "One")),
  ];

  it("reports different fields, types, formats, constants and required fields", () => {
    const ours = one(
      {
        a: { type: "string" },
        b: { type: "integer", format: "int32" },
        c: { type: "string", enum: ["X", "Y"] },
        d: { type: "array", items: { type: "string" } },
        e: { type: "string" },
      },
      ["a"],
    );
    const theirs = one({
      a: { type: "string" },
      b: { type: "integer", format: "int64" },
      c: { type: "string", enum: ["X", "Z"] },
      d: { type: "array", items: { type: "boolean" } },
      f: { type: "string" },
    });
    expect(between(ours, theirs)).to.have.members([
      "One.a: required in ours only",
      "One.b: format int32, theirs int64",
      "One.c Y: only ours",
      "One.c Z: only theirs",
      "One.d[]: string, theirs boolean",
      "One.e: only ours",
      "One.f: only theirs",
    ]);
  });

  it("compares variants of oneofs, and ends for recursive records", () => {
    const choice = (...names: readonly string[]): JsonObject => ({
      oneOf: names.map((name) => ({
        type: "object",
        required: [name],
        properties: { [name]: { $ref: "#/components/schemas/One" } },
      })),
    });
    expect(between(one({ next: choice("A", "B") }), one({ next: choice("A", "C") }))).to.deep.equal(
      ["One.next/B: only ours", "One.next/C: only theirs"],
    );
  });
});
