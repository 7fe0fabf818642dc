import {
  followReference,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  requireObject,
  requireText,
  resolveJsonReference,
} from "./json.ts";
import { listStreamOperations, type StreamOperation } from "./streams.ts";

const schemaPrefix = "#/components/schemas/";

/** The message schemas are those of the OpenAPI document, in its dialect. */
const schemaFormat = "application/vnd.oai.openapi+json;version=3.0.0";

/**
 * Returns the AsyncAPI document of the streams in an OpenAPI document: a channel per stream. The client
 * publishes one message, the request, and receives items or an error (ledger-api.md 4.2).
 */
export const asyncApiDocument = (document: JsonObject): JsonObject => {
  const streams = listStreamOperations(document).map((stream) => describeStream(document, stream));
  const messages = streams.flatMap(({ request, answer }) => [request, answer]);
  const answers = streams.map(({ answer, item }): [string, JsonValue] => [
    answer,
    { title: answer, oneOf: [createSchemaReference(item), createSchemaReference("JsCantonError")] },
  ]);
  const channels = Object.fromEntries(streams.map((stream) => [stream.path, createChannel(stream)]));
  return {
    asyncapi: "2.6.0",
    info: { ...requireObject(document["info"]), title: "JSON Ledger API WebSocket endpoints" },
    defaultContentType: "application/json",
    channels,
    components: {
      schemas: {
        ...Object.fromEntries(answers),
        ...collectSchemas(document, [...answers, ...streams.map(({ request }) => createSchemaReference(request))]),
      },
      messages: Object.fromEntries(
        messages.map((name) => [
          name,
          { schemaFormat, contentType: "application/json", payload: createSchemaReference(name) },
        ]),
      ),
    },
  };
};

interface StreamDescription {
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

const describeStream = (document: JsonObject, { path, operation }: StreamOperation): StreamDescription => {
  const item = readSchemaName(findItemSchema(document, operation));
  return {
    path,
    summary: requireText(operation["summary"]),
    id: requireText(operation["operationId"]).replace(/^post/, ""),
    request: readSchemaName(bodySchema(document, operation["requestBody"])),
    item,
    answer: `Either_JsCantonError_${item}`,
  };
};

const createChannel = ({ summary, id, request, answer }: StreamDescription): JsonObject => ({
  description: `${summary}, each in a separate message. Send one request.`,
  publish: { operationId: `send${id}`, message: { $ref: `#/components/messages/${request}` } },
  subscribe: { operationId: `on${id}`, message: { $ref: `#/components/messages/${answer}` } },
  bindings: { ws: { method: "GET" } },
});

const createSchemaReference = (name: string): JsonObject => ({ $ref: `${schemaPrefix}${name}` });

const readSchemaName = (reference: JsonObject): string =>
  requireText(reference["$ref"]).slice(schemaPrefix.length);

/** Returns the item schema of the list that the operation returns over HTTP. */
const findItemSchema = (document: JsonObject, operation: JsonObject): JsonObject => {
  const list = bodySchema(document, requireObject(operation["responses"])["200"]);
  return requireObject(followReference(document, list)["items"]);
};

const bodySchema = (document: JsonObject, body: JsonValue | undefined): JsonObject => {
  const { content } = followReference(document, requireObject(body));
  return requireObject(requireObject(requireObject(content)["application/json"])["schema"]);
};

/** Returns all schemas that are referred to, directly or indirectly. */
const collectSchemas = (document: JsonObject, from: JsonValue): JsonObject => {
  const schemas = new Map<string, JsonObject>();
  const visit = (json: JsonValue): void => {
    if (isList(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    const { $ref: reference, ...others } = json;
    Object.values(others).forEach(visit);
    if (typeof reference !== "string" || schemas.has(reference)) return;
    const schema = resolveJsonReference(document, reference);
    schemas.set(reference, schema);
    visit(schema);
  };
  visit(from);
  return Object.fromEntries(
    [...schemas].map(([reference, schema]) => [reference.slice(schemaPrefix.length), schema]),
  );
};
