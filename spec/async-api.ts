import {
  asObject,
  asText,
  dereferenced,
  isList,
  isObject,
  type Json,
  type JsonObject,
  resolve,
} from "./json.ts";
import { type StreamOperation,streamsOf } from "./streams.ts";

const schemaPrefix = "#/components/schemas/";

/** The schemas of messages are those of the OpenAPI document, in its dialect. */
const schemaFormat = "application/vnd.oai.openapi+json;version=3.0.0";

/**
 * The AsyncAPI document of the streams in an OpenAPI document: a channel per stream, with the request as
 * the one message that a client publishes, and an item or an error as what it gets (ledger-api.md 4.2).
 */
export const asyncApiDocument = (document: JsonObject): JsonObject => {
  const streams = streamsOf(document);
  const channels = Object.fromEntries(
    streams.map((stream) => [stream.path, channel(document, stream)]),
  );
  return {
    asyncapi: "2.6.0",
    info: { ...asObject(document["info"]), title: "JSON Ledger API, streams over WebSocket" },
    defaultContentType: "application/json",
    channels,
    components: { schemas: schemasIn(document, channels) },
  };
};

const channel = (document: JsonObject, { operation }: StreamOperation): JsonObject => {
  const name = asText(operation["operationId"]).replace(/^get/, "");
  return {
    description: `${asText(operation["summary"])}, each in a message of its own. Send one request.`,
    publish: {
      operationId: `send${name}`,
      message: message(`${name}Request`, bodySchema(document, operation["requestBody"])),
    },
    subscribe: {
      operationId: `on${name}`,
      message: message(`${name}Item`, {
        anyOf: [{ $ref: `${schemaPrefix}JsCantonError` }, itemSchema(document, operation)],
      }),
    },
    bindings: { ws: { method: "GET" } },
  };
};

const message = (name: string, payload: JsonObject): JsonObject => ({
  name,
  schemaFormat,
  payload,
});

/** Of the list that the stream is over HTTP. */
const itemSchema = (document: JsonObject, operation: JsonObject): JsonObject => {
  const list = bodySchema(document, asObject(operation["responses"])["200"]);
  return asObject(dereferenced(document, list)["items"]);
};

const bodySchema = (document: JsonObject, body: Json | undefined): JsonObject => {
  const { content } = dereferenced(document, asObject(body));
  return asObject(asObject(asObject(content)["application/json"])["schema"]);
};

/** All schemas that are referred to, directly or by others. */
const schemasIn = (document: JsonObject, channels: JsonObject): JsonObject => {
  const schemas = new Map<string, JsonObject>();
  const visit = (json: Json): void => {
    if (isList(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    const { $ref: reference, ...others } = json;
    Object.values(others).forEach(visit);
    if (typeof reference !== "string" || schemas.has(reference)) return;
    const schema = resolve(document, reference);
    schemas.set(reference, schema);
    visit(schema);
  };
  visit(channels);
  return Object.fromEntries(
    [...schemas].map(([reference, schema]) => [reference.slice(schemaPrefix.length), schema]),
  );
};
