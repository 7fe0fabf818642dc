import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { type Document,OpenAPIBackend } from "openapi-backend";

import { buildDocuments } from "../../spec/documents.ts";
import historyApi from "../../spec/history-api.json" with { type: "json" };
import { asText, isList, isObject, type Json, type JsonObject,resolve } from "../../spec/json.ts";
import { apiDocuments } from "../support/api-documents.ts";

const forClients: readonly (readonly [string, JsonObject])[] = apiDocuments.map(
  ([version, { client }]) => [`ledger-api ${version}, for clients`, client],
);

const documents: readonly (readonly [string, JsonObject])[] = [
  ...apiDocuments.map(([version, { own }]) => [`ledger-api ${version}`, own] as const),
  ["history-api", historyApi],
];

const objectsIn = (json: Json): readonly JsonObject[] => {
  if (isList(json)) return json.flatMap(objectsIn);
  return isObject(json) ? [json, ...Object.values(json).flatMap(objectsIn)] : [];
};

describe("API documents", () => {
  it("are shipped as the YAML beside them says", async () => {
    for (const { name, text } of await buildDocuments(readFile)) {
      const file = await readFile(new URL(`../../spec/${name}`, import.meta.url), "utf8");
      expect(file === text, `${name} is not up to date: run npm run spec`).to.equal(true);
    }
  });

  for (const [name, document] of [...documents, ...forClients]) {
    describe(name, () => {
      it("is valid OpenAPI 3.0", () => {
        // Its types want the literals that a JSON module does not keep.
        const definition = document as unknown as Document;
        const backend = new OpenAPIBackend({ definition });
        backend.document = definition;
        expect(() => backend.validateDefinition()).not.to.throw();
      });

      it("has no reference that leads nowhere, and nothing beside a reference", () => {
        for (const node of objectsIn(document)) {
          const reference = node["$ref"];
          if (typeof reference !== "string") continue;
          expect(Object.keys(node), reference).to.deep.equal(["$ref"]);
          expect(resolve(document, reference), reference).not.to.be.empty;
        }
      });
    });
  }

  for (const [name, document] of documents) {
    describe(name, () => {
      it("gives every operation an id of its own, a tag and a summary", () => {
        const tags = objectsIn(document["tags"] ?? []).map((tag) => tag["name"]);
        const operations = objectsIn(document["paths"] ?? {}).filter(
          (node) => "operationId" in node,
        );
        const ids = operations.map((operation) => asText(operation["operationId"]));
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
