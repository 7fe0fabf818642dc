import { expect } from "chai";
import { parse } from "yaml";

import { clientDocument, type ClientDocumentNames } from "../../spec/client-document.ts";
import { apiDocuments } from "../support/api-documents.ts";
import { asObject, asText, isList, isObject, type Json, type JsonObject } from "../support/json.ts";
import { sharedFile } from "../support/shared.ts";

const names: ClientDocumentNames = {
  inlined: ["Name"],
  renamed: { Filter: "Filter1" },
  repeated: ["Nothing"],
  alternatives: { Choice: { Empty: "Empty3" } },
  copies: {},
  maps: { string: "Map_String" },
  pairs: "Pair",
  contents: { ask: "Answer" },
  optional: ["Thing.always"],
  opaque: ["Blob"],
  operations: { find: "getFound" },
  stated: { "Thing.detail": "string" },
  security: { httpAuth: { type: "http", scheme: "bearer" } },
  title: "Things",
};

const published = (schemas: JsonObject, paths: JsonObject = {}): JsonObject =>
  clientDocument({ openapi: "3.0.3", info: {}, paths, components: { schemas } }, names);

const schemaOf = (schemas: JsonObject, name: string): Json | undefined =>
  asObject(asObject(published(schemas)["components"])["schemas"])[name];

const one = (tag: string, content: JsonObject): JsonObject => ({
  type: "object",
  required: [tag],
  properties: { [tag]: content },
});
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

describe("API document for clients", () => {
  it("names operations by their method and path", () => {
    const { paths } = published({}, {
      "/v2/things/{thing-id}/moveIt": { post: { operationId: "move", responses: {} } },
    });
    const item = asObject(asObject(paths)["/v2/things/{thing-id}/moveIt"]);
    expect(asObject(item["post"])["operationId"]).to.equal("postV2ThingsThing-idMoveit");
  });

  it("declares every text as a plain string, and does not declare which fields may be null", () => {
    const Name = { type: "string", format: "date-time", pattern: "^a$", description: "A name." };
    const Null = { type: "object", nullable: true };
    const Thing = { type: "object", properties: { name: { anyOf: [ref("Name"), ref("Null")] } } };
    expect(schemaOf({ Name, Null, Thing }, "Thing")).to.deep.equal({
      type: "object",
      properties: { name: { type: "string", description: "A name." } },
    });
  });

  it("has a schema for each alternative of a oneof", () => {
    const Filter = { type: "object", properties: { id: { type: "string" } } };
    const wrapped = { type: "object", required: ["value"], properties: { value: ref("Filter") } };
    const Choice = { oneOf: [one("Filter", wrapped), one("Empty", ref("Nothing"))] };
    const schemas = { Nothing: { type: "object" }, Filter, Choice };
    expect(schemaOf(schemas, "Choice")).to.deep.equal({
      oneOf: [one("Filter", ref("Filter")), one("Empty", ref("Empty3"))],
    });
    expect(schemaOf(schemas, "Filter")).to.deep.equal({
      type: "object",
      required: ["value"],
      properties: { value: ref("Filter1") },
    });
    expect(schemaOf(schemas, "Filter1")).to.deep.equal(Filter);
    expect(schemaOf(schemas, "Empty3")).to.deep.equal({ type: "object" });
  });

  it("requires the fields that a participant's document requires, and no others", () => {
    const text = { type: "string" };
    const Thing = {
      type: "object",
      required: ["always", "id"],
      properties: { always: text, id: text },
    };
    expect(schemaOf({ Thing }, "Thing")).to.deep.equal({
      type: "object",
      required: ["id"],
      properties: { always: text, id: text },
    });
  });

  it("has the same constraints on objects and the same operation ids as a participant's document", () => {
    const Blob = { type: "object", properties: { size: { type: "integer" } } };
    const Thing = { type: "object", properties: { blob: ref("Blob") } };
    expect(schemaOf({ Blob, Thing }, "Thing")).to.deep.equal({
      type: "object",
      properties: { blob: { type: "object" } },
    });
    expect(schemaOf({ Blob }, "Blob")).to.equal(undefined);
    const { paths } = published({}, { "/v2/found": { get: { operationId: "find", responses: {} } } });
    const { get } = asObject(asObject(paths)["/v2/found"]);
    expect(asObject(get)["operationId"]).to.equal("getFound");
  });

  it("declares a type that a participant's document declares but does not send", () => {
    const detail = { type: "object", description: "A detail." };
    const Thing = { type: "object", properties: { detail, other: { type: "object" } } };
    expect(schemaOf({ Thing }, "Thing")).to.deep.equal({
      type: "object",
      properties: { detail: { type: "string", description: "A detail." }, other: { type: "object" } },
    });
  });

  it("refuses maps without a name", () => {
    const Thing = { type: "object", properties: { all: { additionalProperties: ref("Other") } } };
    expect(() => published({ Thing, Other: { type: "object" } })).to.throw(TypeError, "Other");
  });

  for (const [version, { client, async }] of apiDocuments) {
    const number = asText(asObject(client["info"])["version"]);

    describe(`API document of ${version}, compared with a participant's`, () => {
      const documents = new Map<string, JsonObject>();
      const read = (context: Mocha.Context, name: string): JsonObject => {
        const known = documents.get(name);
        if (known !== undefined) return known;
        const text = new TextDecoder().decode(sharedFile(context, "reference", name));
        const document = parse(text) as JsonObject;
        documents.set(name, document);
        return document;
      };

      it("has exactly its operations, with their ids, bodies, responses and parameters", function () {
        const theirs = operationsOf(read(this, `canton-openapi-${number}.yaml`));
        const ours = operationsOf(client);
        const own = ["get /docs/openapi", "get /docs/asyncapi"];
        expect([...ours.keys()].filter((name) => !own.includes(name))).to.have.members([
          ...theirs.keys(),
        ]);
        // Compares only the text response where a participant sends text; this product also offers JSON.
        for (const [name, operation] of theirs) {
          if (name.endsWith("/livez") || name.endsWith("/readyz")) continue;
          expect(bare(ours.get(name) ?? {}), name).to.deep.equal(bare(operation));
        }
      });

      it("has all schemas with the same structure; an error may also have a hint", function () {
        const ours = schemasOf(client);
        const document = read(this, `canton-openapi-${number}.yaml`);
        const text = JSON.stringify(document);
        for (const [name, schema] of Object.entries(schemasOf(document))) {
          // Skips a schema without a reference, which one version has.
          if (!text.includes(`"#/components/schemas/${name}"`)) continue;
          const own = asObject(ours[name]);
          expect(bare(without(own, "hint")), name).to.deep.equal(bare(asObject(schema)));
        }
      });

      it("has all its channels, with their ids and messages", function () {
        const theirs = asObject(read(this, `canton-asyncapi-${number}.yaml`)["channels"]);
        const ours = asObject(async["channels"]);
        expect(Object.keys(ours).sort()).to.deep.equal(Object.keys(theirs).sort());
        for (const [path, channel] of Object.entries(theirs)) {
          for (const direction of ["publish", "subscribe"]) {
            const [mine, other] = [ours[path], channel].map((each) =>
              bare(asObject(asObject(each)[direction])),
            );
            expect(mine, path).to.deep.equal(other);
          }
        }
      });
    });
  }
});

const schemasOf = (document: JsonObject): JsonObject =>
  asObject(asObject(document["components"])["schemas"]);

const operationsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(asObject(document["paths"])).flatMap(([path, item]) =>
      Object.entries(asObject(item)).map(([method, operation]): [string, JsonObject] => [
        `${method} ${path}`,
        Object.fromEntries(
          Object.entries(asObject(operation)).filter(([part]) => part !== "security"),
        ),
      ]),
    ),
  );

const without = (schema: JsonObject, property: string): JsonObject => {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const others = Object.entries(properties).filter(([name]) => name !== property);
  return { ...schema, properties: Object.fromEntries(others) };
};

/**
 * Returns the parts that determine generated code: without descriptions, and with unordered lists in a fixed
 * order.
 */
const bare = (json: JsonObject): Json => withoutWords(json, "");

const wordy = new Set(["description", "summary", "title", "tags", "deprecated", "example"]);
const unordered = new Set(["required", "oneOf", "enum", "parameters"]);

const withoutWords = (json: Json, key: string): Json => {
  if (isList(json)) {
    const items = json.map((each) => withoutWords(each, ""));
    return unordered.has(key) ? items.sort((left, right) => (text(left) < text(right) ? -1 : 1)) : items;
  }
  if (!isObject(json)) return json;
  const entries = Object.entries(json)
    .filter(([name]) => key === "properties" || !wordy.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutWords(each, name)]));
};

const text = (json: Json): string => JSON.stringify(json);
