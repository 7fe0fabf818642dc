import { expect } from "chai";

import { apiDocuments } from "../support/api-documents.ts";
import type { JsonObject } from "../support/json.ts";
import { documentChanges } from "./document-changes.ts";

describe("the changes of a document", () => {
  const documentOf = (version: string): JsonObject =>
    apiDocuments.find(([each]) => each === version)?.[1].client ?? {};

  it("are what release 3.5.19 adds to 3.5.1 and deprecates", () => {
    const changes = documentChanges(documentOf("3.5.1"), documentOf("3.5"));
    expect(changes).to.deep.include({
      added: [
        "POST /v2/commands/command-completions",
        "POST /v2/state/active-contracts-page",
        "PrefetchContractKey.limit",
      ],
      removed: [],
      deprecated: [
        "GET /v2/state/active-contracts-page",
        "GET /v2/interactive-submission/preferred-package-version",
      ],
      required: [],
      changed: [],
    });
  });

  it("are reversed when the documents are exchanged", () => {
    const { added, removed } = documentChanges(documentOf("3.5"), documentOf("3.5.1"));
    expect(added).to.deep.equal([]);
    expect(removed).to.include("POST /v2/commands/command-completions");
  });

  it("list fields that became required or optional, changed types, and changed descriptions", () => {
    const document = (limit: JsonObject, required: readonly string[]): JsonObject => ({
      paths: {
        "/v2/things": {
          post: {
            requestBody: {
              content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            },
            responses: {},
          },
        },
      },
      components: { schemas: { Thing: { type: "object", properties: { limit }, required } } },
    });
    const old = document({ type: "integer", format: "int32", description: "Few." }, []);
    const newer = document({ type: "string", description: "Many." }, ["limit"]);
    expect(documentChanges(old, newer)).to.deep.include({
      required: ["Thing.limit: required in the newer document"],
      described: ["Thing.limit"],
    });
    expect(documentChanges(old, newer).changed).to.include("Thing.limit: string, before integer");
  });
});
