import formats from "ajv-formats";
import { type Document, OpenAPIValidator, ValidationContext } from "openapi-backend";

import { defaultConfig } from "../../lib/api.ts";
import type { ApiVersion } from "../../lib/index.ts";
import { createRouteTable, type RoutableOperation } from "../../middleware/api/route-table.ts";
import historyApi from "../../spec/history-api.json" with { type: "json" };
import {
  followReference,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  requireText,
} from "../../spec/json.ts";
import ledgerApi from "../../spec/ledger-api.json" with { type: "json" };

/** Returns an error of a JSON body, or undefined. */
type BodyCheck = (body: unknown) => string | undefined;

/** The content types that an operation may return with a status; null for those that are not JSON. */
export type AllowedContent = ReadonlyMap<string, BodyCheck | null>;

/**
 * Returns the responses that our documents allow for a request, by default in the standard version; undefined for
 * unknown paths.
 */
export const allowedContent = async (
  apiVersion: ApiVersion | undefined,
  method: string,
  path: string,
  status: number,
): Promise<AllowedContent | undefined> => {
  for (const document of [await ledgerDocument(apiVersion), historyDocument]) {
    const route = document.routes.match(method, path);
    if (route.kind === "found") return document.allowed(route.operationId, status);
  }
  return undefined;
};

interface ResponseDocument {
  readonly routes: ReturnType<typeof createRouteTable>;
  readonly allowed: (operationId: string, status: number) => AllowedContent;
}

/**
 * Returns the document with stricter schemas: unknown fields are refused, and if `areComplete`, records
 * require every field (ledger-api.md 1.5, 1.7).
 */
const responseDocument = (document: JsonObject, areComplete: boolean): ResponseDocument => {
  const operations = operationsOf(document);
  const schemas = new OpenAPIValidator({
    // `Document` has literal types, which TypeScript does not infer from a JSON module.
    definition: document as unknown as Document,
    lazyCompileValidators: true,
    // Most validators are called too rarely to be worth optimizing.
    ajvOpts: { code: { optimize: false } },
  }).getAjv(ValidationContext.Response);
  formats.default(schemas);
  const components = strict(at(document, "components", "schemas"), areComplete);
  schemas.addSchema({ $id: "components", ...at(components) });
  const checks = new Map<string, BodyCheck>();
  const checkOf = (name: string, schema: JsonValue | undefined): BodyCheck => {
    const known = checks.get(name);
    if (known !== undefined) return known;
    const validate = schemas.compile(at(strict(schema ?? {}, areComplete)));
    const check: BodyCheck = (body) =>
      validate(body) ? undefined : schemas.errorsText(validate.errors);
    checks.set(name, check);
    return check;
  };
  return {
    routes: createRouteTable([...operations.values()].map(({ routed }) => routed)),
    allowed: (operationId, status) => {
      const responses = at(operations.get(operationId)?.operation, "responses");
      const key = responses[String(status)] === undefined ? "default" : String(status);
      const response = followReference(document, at(responses, key));
      return new Map(
        Object.entries(at(response, "content")).map(([type, content]) => [
          type,
          type === "application/json"
            ? checkOf(`${operationId} ${key}`, at(content)["schema"])
            : null,
        ]),
      );
    },
  };
};

const operationsOf = (document: JsonObject) => {
  const operations = new Map<string, { routed: RoutableOperation; operation: JsonObject }>();
  for (const [path, item] of Object.entries(at(document, "paths"))) {
    for (const [method, operation] of Object.entries(at(item))) {
      const operationId = requireText(at(operation)["operationId"]);
      operations.set(operationId, {
        routed: { operationId, method, path },
        operation: at(operation),
      });
    }
  }
  return operations;
};

/**
 * Fields that may be absent even if records are complete: a hint is optional, and some curve points have no
 * second coordinate.
 */
const optionalProperties: readonly string[] = ["hint", "y"];

/**
 * Returns the schema with unknown properties refused. Its references point to the schemas in `components`.
 */
const strict = (schema: JsonValue, areComplete: boolean): JsonValue => {
  if (isList(schema)) return schema.map((each) => strict(each, areComplete));
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref"
        ? requireText(value).replace("#/components/schemas/", "components#/")
        : strict(value, areComplete),
    ]),
  );
  const { properties } = schema;
  if (schema["type"] !== "object" || !isObject(properties)) return copy;
  const required = areComplete
    ? Object.keys(properties).filter((name) => !optionalProperties.includes(name))
    : (schema["required"] ?? []);
  return { ...copy, required, additionalProperties: false };
};

/** Returns the object at a path of keys, or an empty one. */
const at = (json: JsonValue | undefined, ...keys: readonly string[]): JsonObject => {
  let node: JsonValue | undefined = json;
  for (const key of keys) node = isObject(node) ? node[key] : undefined;
  return isObject(node) ? node : {};
};

const standardDocument = responseDocument(ledgerApi, true);
const historyDocument = responseDocument(historyApi, false);

const otherDocuments = new Map<ApiVersion, ResponseDocument>();

/** The documents of other versions are loaded on demand. */
const ledgerDocument = async (apiVersion?: ApiVersion): Promise<ResponseDocument> => {
  if (apiVersion === undefined || apiVersion === defaultConfig.apiVersion) return standardDocument;
  const known = otherDocuments.get(apiVersion);
  if (known !== undefined) return known;
  const { apiDocuments } = await import("./api-documents.ts");
  const document = responseDocument(new Map(apiDocuments).get(apiVersion)?.own ?? {}, true);
  otherDocuments.set(apiVersion, document);
  return document;
};
