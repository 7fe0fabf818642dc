import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { parse } from "yaml";

import { defaultConfig } from "../../lib/api.ts";
import { resolveLedgerConfig } from "../../lib/ledger/port/config.ts";
import { applyMergePatch } from "../../middleware/api/merge-patch.ts";
import { defaultVersion } from "../../spec/documents.ts";
import streams from "../../spec/ledger-api.async.json" with { type: "json" };
import streamsOfVersions from "../../spec/ledger-api.async.versions.json" with { type: "json" };
import forClients from "../../spec/ledger-api.client.json" with { type: "json" };
import clientsOfVersions from "../../spec/ledger-api.client.versions.json" with { type: "json" };
import decoding from "../../spec/ledger-api.decoding.json" with { type: "json" };
import decodingOfVersions from "../../spec/ledger-api.decoding.versions.json" with { type: "json" };
import { createMergePatch } from "../../spec/merge-patch.ts";
import { type ApiVersionHistory,deriveVersionDocument, removeDocumentParts } from "../../spec/version.ts";
import { apiDocuments } from "../support/api-documents.ts";
import { asObject, asText, isList, type JsonObject } from "../support/json.ts";

const readYaml = async (name: string): Promise<JsonObject> =>
  parse(await readFile(new URL(`../../spec/${name}.yaml`, import.meta.url), "utf8")) as JsonObject;

const history = (await readYaml("versions")) as unknown as ApiVersionHistory;

const text = { type: "string" };
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answering = (name: string): JsonObject => ({
  responses: { "200": { content: { "application/json": { schema: reference(name) } } } },
});

const document: JsonObject = {
  info: { title: "Things", version: "0" },
  paths: {
    "/things": { get: answering("Thing"), post: answering("Other") },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["id", "newer"],
        properties: { id: text, newer: text, kind: reference("Kind") },
      },
      Kind: { type: "string", enum: ["A", "B"] },
      Other: {
        oneOf: ["One", "Two"].map((tag) => ({
          type: "object",
          required: [tag],
          properties: { [tag]: reference(tag) },
        })),
      },
      One: { type: "object" },
      Two: { type: "object" },
      Unused: { type: "object" },
    },
  },
};

const things: ApiVersionHistory = {
  versions: { "1": "1.0.4", "2": "2.0.0", "3": "3.0.0" },
  since: { "2": ["POST /things", "Thing.newer"], "3": ["Kind=B", "Other/Two"] },
  deprecated: { "2": ["GET /things"] },
  required: { "3": { Thing: ["kind"], Other: [] } },
  undescribed: {},
  repeated: {},
  asText: {},
};

const schemasOf = (version: string): JsonObject =>
  asObject(asObject(deriveVersionDocument(document, things, version)["components"])["schemas"]);
const pathsOf = (version: string): JsonObject =>
  asObject(deriveVersionDocument(document, things, version)["paths"]);

describe("version of an API document", () => {
  it("has the operations that exist in this version", () => {
    const operations = ["1", "2", "3"].map((version) =>
      Object.entries(pathsOf(version)).map(([path, item]) => [path, ...Object.keys(asObject(item))]),
    );
    expect(operations).to.deep.equal([
      [["/things", "get"]],
      [["/things", "get", "post"]],
      [["/things", "get", "post"]],
    ]);
  });

  it("has the fields, constants and alternatives of this version, and requires no others", () => {
    expect(schemasOf("1")["Thing"]).to.deep.equal({
      type: "object",
      required: ["id"],
      properties: { id: text, kind: reference("Kind") },
    });
    expect(schemasOf("2")["Kind"]).to.deep.equal({ type: "string", enum: ["A"] });
    const { oneOf } = asObject(schemasOf("2")["Other"]);
    expect(isList(oneOf) && oneOf.map((each) => asObject(each)["required"])).to.deep.equal([["One"]]);
    expect(schemasOf("3")["Kind"]).to.deep.equal({ type: "string", enum: ["A", "B"] });
  });

  it("has no unused schemas", () => {
    expect(Object.keys(schemasOf("1"))).to.have.members(["Thing", "Kind", "Unused"]);
    expect(Object.keys(schemasOf("2"))).to.have.members(["Thing", "Kind", "Other", "One", "Unused"]);
  });

  it("has its required and deprecated parts, and its version number", () => {
    expect(asObject(schemasOf("3")["Thing"])["required"]).to.deep.equal(["kind"]);
    expect(schemasOf("3")["Other"]).to.not.have.property("required");
    expect(asObject(asObject(pathsOf("1")["/things"])["get"])).to.not.have.property("deprecated");
    expect(asObject(asObject(pathsOf("2")["/things"])["get"])["deprecated"]).to.equal(true);
    const info = deriveVersionDocument(document, things, "1")["info"];
    expect(info).to.deep.equal({ title: "Things", version: "1.0.4" });
  });
});

describe("merge patch", () => {
  const same = (source: JsonObject, target: JsonObject): void => {
    expect(applyMergePatch(source, createMergePatch(source, target) ?? {})).to.deep.equal(target);
  };

  it("converts one document to the other", () => {
    same({ a: { b: 1, c: [1, null] }, d: "x" }, { a: { b: 2, c: [null] }, e: {} });
    same({ a: [1] }, { a: { b: 1 } });
    same({ a: { b: 1 } }, { a: {} });
    same({}, {});
  });

  it("is empty for equal documents, and contains no null for them", () => {
    expect(createMergePatch({ a: { b: [1] } }, { a: { b: [1] } })).to.equal(undefined);
    expect(() => createMergePatch({}, { a: null })).to.throw(TypeError, "a is null");
  });
});

describe("versions.yaml", () => {
  it("names only parts of ledger-api.yaml @slow", async () => {
    const all = await readYaml("ledger-api");
    const named = [history.since, history.deprecated, history.undescribed].flatMap(
      (parts) => Object.values(parts).flatMap((names) => names ?? []),
    );
    for (const name of named) {
      expect(removeDocumentParts(all, [name]), name).to.not.deep.equal(removeDocumentParts(all, []));
    }
    const schemas = asObject(asObject(all["components"])["schemas"]);
    for (const [name, fields] of Object.values(history.required).flatMap((each) =>
      Object.entries(each ?? {}),
    )) {
      const { properties } = asObject(schemas[name]);
      expect(Object.keys(asObject(properties)), name).to.include.members([...fields]);
    }
  });

  it("has the same version numbers as the ledger", () => {
    expect(defaultConfig.apiVersion).to.equal(defaultVersion);
    for (const [apiVersion, { own }] of apiDocuments) {
      const number = asText(asObject(own["info"])["version"]);
      expect(resolveLedgerConfig({ apiVersion }).version).to.equal(number);
    }
    expect(Object.keys(history.versions)).to.deep.equal(apiDocuments.map(([version]) => version));
  });
});

describe("differences of other versions", () => {
  for (const [version, { decoding: wanted, client, async }] of apiDocuments) {
    it(`convert the documents of the standard version: ${version}`, () => {
      const of = (patches: JsonObject) => patches[version] ?? {};
      expect(applyMergePatch(decoding, of(decodingOfVersions))).to.deep.equal(wanted);
      expect(applyMergePatch(forClients, of(clientsOfVersions))).to.deep.equal(client);
      expect(applyMergePatch(streams, of(streamsOfVersions))).to.deep.equal(async);
    });
  }
});
