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

/** The message schemas are those of the OpenAPI document, in its dialect. */
const schemaFormat = "application/vnd.oai.openapi+json;version=3.0.0";

/**
 * Returns the AsyncAPI document of the streams in an OpenAPI document: a channel per stream. The client
 * publishes one message, the request, and receives items or an error (ledger-api.md 4.2).
 */
export const asyncApiDocument = (document: JsonObject): JsonObject => {
  const streams = streamsOf(document).map((stream) => describeStream(document, stream));
  const messages = streams.flatMap(({ request, answer }) => [request, answer]);
  const answers = streams.map(({ answer, item }): [string, Json] => [
    answer,
    { title: answer, oneOf: [schema(item), schema("JsCantonError")] },
  ]);
  const channels = Object.fromEntries(streams.map((stream) => [stream.path, channel(stream)]));
  return {
    asyncapi: "2.6.0",
    info: { ...asObject(document["info"]), title: "JSON Ledger API WebSocket endpoints" },
    defaultContentType: "application/json",
    channels,
    components: {
      schemas: {
        ...Object.fromEntries(answers),
        ...schemasIn(document, [...answers, ...streams.map(({ request }) => schema(request))]),
      },
      messages: Object.fromEntries(
        messages.map((name) => [
          name,
          { schemaFormat, contentType: "application/json", payload: schema(name) },
        ]),
      ),
    },
  };
};

interface Stream {
  readonly path: string;
  readonly summary: string;
  /** Id such as `V2Updates`. */
  readonly id: string;
  /** Schema of the client's message. */
  readonly request: string;
  /** Schema of an item. */
  readonly item: string;
  /** Schema of an answer: an item or an error. */
  readonly answer: string;
}

const describeStream = (document: JsonObject, { path, operation }: StreamOperation): Stream => {
  const item = nameOf(itemSchema(document, operation));
  return {
    path,
    summary: asText(operation["summary"]),
    id: asText(operation["operationId"]).replace(/^post/, ""),
    request: nameOf(bodySchema(document, operation["requestBody"])),
    item,
    answer: `Either_JsCantonError_${item}`,
  };
};

const channel = ({ summary, id, request, answer }: Stream): JsonObject => ({
  description: `${summary}, each in a message of its own. Send one request.`,
  publish: { operationId: `send${id}`, message: { $ref: `#/components/messages/${request}` } },
  subscribe: { operationId: `on${id}`, message: { $ref: `#/components/messages/${answer}` } },
  bindings: { ws: { method: "GET" } },
});

const schema = (name: string): JsonObject => ({ $ref: `${schemaPrefix}${name}` });

const nameOf = (reference: JsonObject): string =>
  asText(reference["$ref"]).slice(schemaPrefix.length);

/** Returns the item schema of the list that the operation returns over HTTP. */
const itemSchema = (document: JsonObject, operation: JsonObject): JsonObject => {
  const list = bodySchema(document, asObject(operation["responses"])["200"]);
  return asObject(dereferenced(document, list)["items"]);
};

const bodySchema = (document: JsonObject, body: Json | undefined): JsonObject => {
  const { content } = dereferenced(document, asObject(body));
  return asObject(asObject(asObject(content)["application/json"])["schema"]);
};

/** Returns all schemas that are referred to, directly or indirectly. */
const schemasIn = (document: JsonObject, from: Json): JsonObject => {
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
  visit(from);
  return Object.fromEntries(
    [...schemas].map(([reference, schema]) => [reference.slice(schemaPrefix.length), schema]),
  );
};
