import { expect } from "chai";

import { adaptations } from "../../spec/adaptations.ts";
import type { JsonObject } from "../../spec/json.ts";

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

describe("adaptations", () => {
  it("lead from a body to the fields that are changed, through lists, maps, choices and themselves", () => {
    const thing = { omitted: ["newer"], fields: { parts: { entries: "Thing" } } };
    expect(adaptations(document, { ...none, omitted: ["Thing.newer"] })).to.deep.equal({
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

  it("add and rewrite fields of answers alone", () => {
    const changes = { ...none, repeated: { "Thing.copy": "id" }, asText: ["Plain.id"] };
    expect(adaptations(document, changes)).to.deep.equal({
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

  it("are none where no message has such a field", () => {
    expect(adaptations(document, { ...none, omitted: ["Other.newer"] })).to.equal(undefined);
  });
});
