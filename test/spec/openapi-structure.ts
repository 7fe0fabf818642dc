import {
  followReference,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  requireText,
  resolveJsonReference,
} from "../../spec/json.ts";
import type {
  ApiStructure,
  FieldStructure,
  OperationStructure,
  RecordStructure,
  Structure,
} from "./structure.ts";

/** Returns the structure of an OpenAPI 3.0 document. */
export const openApiStructure = (document: JsonObject): ApiStructure => {
  const operations = new Map<string, OperationStructure>();
  for (const [path, item] of Object.entries(object(document["paths"]))) {
    for (const [method, operation] of Object.entries(object(item))) {
      operations.set(`${method.toUpperCase()} ${path}`, operationOf(document, object(operation)));
    }
  }
  return { operations };
};

/** Returns the structure of one component. */
export const componentStructure = (document: JsonObject, name: string): Structure =>
  structureOf(document, { $ref: `#/components/schemas/${name}` });

const operationOf = (document: JsonObject, operation: JsonObject): OperationStructure => ({
  path: parametersOf(document, operation, "path"),
  query: parametersOf(document, operation, "query"),
  request: contentOf(document, operation["requestBody"]),
  response: contentOf(document, object(operation["responses"])["200"]),
});

const parametersOf = (
  document: JsonObject,
  operation: JsonObject,
  place: string,
): RecordStructure => {
  const parameters = isList(operation["parameters"]) ? operation["parameters"] : [];
  const fields = new Map<string, FieldStructure>();
  for (const each of parameters) {
    const parameter = followReference(document, object(each));
    if (parameter["in"] !== place) continue;
    fields.set(requireText(parameter["name"]), {
      isRequired: parameter["required"] === true,
      structure: () => structureOf(document, object(parameter["schema"])),
    });
  }
  return { kind: "record", name: undefined, fields };
};

const contentOf = (document: JsonObject, holder: JsonValue | undefined): Structure | undefined => {
  if (holder === undefined) return undefined;
  const content = followReference(document, object(holder))["content"];
  if (!isObject(content)) return undefined;
  const json = content["application/json"];
  return isObject(json) ? structureOf(document, object(json["schema"])) : { kind: "unknown" };
};

const structureOf = (document: JsonObject, schema: JsonObject, name?: string): Structure => {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const target = reference.slice(reference.lastIndexOf("/") + 1);
    return structureOf(document, resolveJsonReference(document, reference), target);
  }
  // `anyOf` in our document means a schema or null; `allOf` adds a description to a schema.
  const [alternative] = listIn(schema, "anyOf", "allOf");
  if (alternative !== undefined) return structureOf(document, object(alternative), name);
  if (isList(schema["oneOf"])) return choiceOf(document, schema["oneOf"], name);
  return typedStructure(document, schema, name);
};

const typedStructure = (
  document: JsonObject,
  schema: JsonObject,
  name: string | undefined,
): Structure => {
  const { type, format, items, additionalProperties, enum: constants } = schema;
  if (type === undefined) return { kind: "any" };
  if (type === "array") return { kind: "list", item: structureOf(document, object(items)) };
  if (isObject(additionalProperties)) {
    return { kind: "map", value: structureOf(document, additionalProperties) };
  }
  if (type === "object") return recordOf(document, schema, name);
  return {
    kind: "scalar",
    type: requireText(type),
    format: typeof format === "string" ? format : undefined,
    name,
    constants: isList(constants) ? constants.map(String) : undefined,
    isOpen: false,
  };
};

const recordOf = (
  document: JsonObject,
  schema: JsonObject,
  name: string | undefined,
): RecordStructure => {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"]) ? schema["required"] : [];
  const fields = Object.entries(properties).map(([field, property]): [string, FieldStructure] => [
    field,
    {
      isRequired: required.includes(field),
      structure: () => structureOf(document, object(property)),
    },
  ]);
  return { kind: "record", name, fields: new Map(fields) };
};

/** Returns the structure of a choice, whose alternatives are objects with one key each. */
const choiceOf = (
  document: JsonObject,
  alternatives: readonly JsonValue[],
  name: string | undefined,
): Structure => {
  const variants = alternatives.flatMap((alternative) =>
    Object.entries(object(object(alternative)["properties"])).map(
      ([key, content]) => [key, () => structureOf(document, object(content))] as const,
    ),
  );
  return { kind: "choice", name, variants: new Map(variants), isOpen: false };
};

const listIn = (schema: JsonObject, ...keys: readonly string[]): readonly JsonValue[] =>
  keys.flatMap((key) => (isList(schema[key]) ? schema[key] : []));

const object = (json: JsonValue | undefined): JsonObject => (isObject(json) ? json : {});
