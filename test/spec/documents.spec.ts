import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { type Document, OpenAPIBackend } from "openapi-backend";

import { collectApiFieldAdaptations } from "../../spec/adaptations.ts";
import { buildApiDocuments } from "../../spec/documents.ts";
import { createErrorCodesPage, errorCodes, readErrorExplanations } from "../../spec/error-pages.ts";
import historyApi from "../../spec/history-api.json" with { type: "json" };
import { isList, isObject, type JsonObject, type JsonValue, requireText, resolveJsonReference } from "../../spec/json.ts";
import { apiDocuments } from "../support/api-documents.ts";

const forClients: readonly (readonly [string, JsonObject])[] = apiDocuments.map(
  ([version, { client }]) => [`ledger-api ${version}, for clients`, client],
);


const documents: readonly (readonly [string, JsonObject])[] = [
  ...apiDocuments.map(([version, { own }]) => [`ledger-api ${version}`, own] as const),
  ["history-api", historyApi],
];


const objectsIn = (json: JsonValue): readonly JsonObject[] => {
  if (isList(json)) return json.flatMap(objectsIn);
  return isObject(json) ? [json, ...Object.values(json).flatMap(objectsIn)] : [];
};


describe("API documents", () => {
  it("are generated from the YAML files next to them", async () => {
    for (const { name, text } of await buildApiDocuments(readFile)) {
      const file = await readFile(new URL(`../../spec/${name}`, import.meta.url), "utf8");
      expect(file === text, `${name} is not up to date: run npm run spec`).to.equal(true);
    }
  });

  for (const [name, document] of [...documents, ...forClients]) {
    describe(name, () => {
      it("are valid OpenAPI 3.0", () => {
        // `Document` has literal types, which TypeScript does not infer from a JSON module.
        const definition = document as unknown as Document;
        const backend = new OpenAPIBackend({ definition });
        backend.document = definition;
        expect(() => backend.validateDefinition()).not.to.throw();
      });

      it("have no dangling references, and no siblings of a reference", () => {
        for (const node of objectsIn(document)) {
          const reference = node["$ref"];
          if (typeof reference !== "string") continue;
          expect(Object.keys(node), reference).to.deep.equal(["$ref"]);
          expect(resolveJsonReference(document, reference), reference).not.to.be.empty;
        }
      });
    });
  }

  for (const [name, document] of documents) {
    describe(name, () => {
      it("have a unique id, a tag and a summary for every operation", () => {
        const tags = objectsIn(document["tags"] ?? []).map((tag) => tag["name"]);
        const operations = objectsIn(document["paths"] ?? {}).filter(
          (node) => "operationId" in node,
        );
        const ids = operations.map((operation) => requireText(operation["operationId"]));
        expect(new Set(ids).size).to.equal(ids.length);
        for (const { operationId, tags: own, summary } of operations) {
          expect(operationId).to.match(/^[a-z]+([A-Z][a-z]*)*$/);
          expect(tags).to.include.members(isList(own) ? [...own] : []);
          expect(summary).to.be.a("string").and.not.match(/\.$/);
        }
      });
    });
  }
});

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const body = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });


const document: JsonObject = {
  paths: {
    "/all": { post: { operationId: "all", requestBody: body(reference("Ask")), responses: { "200": body({ type: "array", items: reference("Choice") }) } } },
    "/plain": { get: { operationId: "plain", responses: { "201": body(reference("Plain")) } } },
  },
  components: {
    schemas: {
      Ask: {
        type: "object",
        properties: { id: { type: "string" }, inner: { anyOf: [reference("Thing"), reference("Null")] } },
      },
      Choice: {
        oneOf: [
          { type: "object", properties: { One: { type: "object", properties: { value: reference("Thing") } } } },
          { type: "object", properties: { Two: reference("Plain") } },
        ],
      },
      Thing: {
        type: "object",
        properties: {
          id: { type: "string" },
          parts: { type: "object", additionalProperties: reference("Thing") },
          newer: { type: "string" },
        },
      },
      Plain: { type: "object", properties: { id: { type: "string" } } },
      Null: { type: "object", nullable: true },
    },
  },
};


const none = { omitted: [], repeated: {}, asText: [] };


describe("conversions between API versions", () => {
  it("find the changed fields in a body through lists, maps, oneofs and recursion", () => {
    const thing = { omitted: ["newer"], fields: { parts: { entries: "Thing" } } };
    expect(collectApiFieldAdaptations(document, { ...none, omitted: ["Thing.newer"] })).to.deep.equal({
      requests: {
        operations: { all: "Ask" },
        schemas: { Ask: { fields: { inner: "Thing" } }, Thing: thing },
      },
      answers: {
        operations: { all: { items: "Choice" } },
        schemas: { Choice: { fields: { One: { fields: { value: "Thing" } } } }, Thing: thing },
      },
    });
  });

  it("add and rewrite fields of responses only", () => {
    const changes = { ...none, repeated: { "Thing.copy": "id" }, asText: ["Plain.id"] };
    expect(collectApiFieldAdaptations(document, changes)).to.deep.equal({
      requests: { operations: {}, schemas: {} },
      answers: {
        operations: { all: { items: "Choice" }, plain: "Plain" },
        schemas: {
          Choice: { fields: { One: { fields: { value: "Thing" } }, Two: "Plain" } },
          Thing: { repeated: { copy: "id" }, fields: { parts: { entries: "Thing" } } },
          Plain: { asText: ["id"] },
        },
      },
    });
  });

  it("are empty if no message has a changed field", () => {
    expect(collectApiFieldAdaptations(document, { ...none, omitted: ["Other.newer"] })).to.equal(undefined);
  });
});

const root = join(import.meta.dirname, "..", "..");

const explanations = readErrorExplanations(readFileSync(join(root, "spec/errors.yaml"), "utf8"));


describe("error explanations", () => {
  it("exist for exactly the codes of the catalogue", () => {
    const codes = errorCodes.map(String);
    expect(codes.filter((code) => !explanations.has(code)), "not explained").to.deep.equal([]);
    expect([...explanations.keys()].filter((code) => !codes.includes(code))).to.deep.equal([]);
  });

  it("explain in sentences when a code occurs and what to do", () => {
    for (const [code, { when, then }] of explanations) {
      expect(when, code).to.match(/^[A-Z].*\.$/);
      expect(then, code).to.match(/^[A-Z].*\.$/);
    }
  });

  it("are up to date in docs/errors.md", () => {
    const page = readFileSync(join(root, "docs/errors.md"), "utf8");
    expect(page).to.equal(createErrorCodesPage(explanations));
  });
});
