import type { VersionFieldDifferences } from "./adaptations.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  requireObject,
  requireText,
  resolveJsonReference,
} from "./json.ts";

/** The contents of versions.yaml; the oldest version comes first. */
export interface ApiVersionHistory {
  readonly versions: Readonly<Record<string, string>>;
  readonly since: ValueByVersion<readonly string[]>;
  readonly deprecated: ValueByVersion<readonly string[]>;
  readonly required: ValueByVersion<Readonly<Record<string, readonly string[]>>>;
  readonly undescribed: ValueByVersion<readonly string[]>;
  readonly repeated: ValueByVersion<Readonly<Record<string, string>>>;
  readonly asText: ValueByVersion<readonly string[]>;
}

type ValueByVersion<Content> = Readonly<Record<string, Content | undefined>>;

/** Derives the document of one version from the document that contains all versions. */
export const deriveVersionDocument = (
  document: JsonObject,
  history: ApiVersionHistory,
  version: string,
): JsonObject => {
  const names = Object.keys(history.versions);
  const index = names.indexOf(version);
  const [until, after] = [names.slice(0, index + 1), names.slice(index + 1)];
  const cut = removeDocumentParts(document, listParts(history.since, after));
  const required = setRequiredFields(
    markDeprecated(cut, listParts(history.deprecated, until)),
    history.required[version],
  );
  return {
    ...convertFieldsToTexts(required, history.asText[version] ?? []),
    info: { ...requireObject(document["info"]), version: history.versions[version] ?? version },
  };
};

/** Returns the differences of a version's messages from those of the standard version. */
export const computeVersionChanges = (
  standard: string,
  history: ApiVersionHistory,
  version: string,
): VersionFieldDifferences => {
  const names = Object.keys(history.versions);
  const newer = names.slice(names.indexOf(version) + 1, names.indexOf(standard) + 1);
  return {
    omitted: listParts(history.since, newer).filter((part) => /^\w+\.\w+$/.test(part)),
    repeated: history.repeated[version] ?? {},
    asText: history.asText[version] ?? [],
  };
};

/**
 * Returns a document without the parts named as in versions.yaml, and without components that only these
 * used.
 */
export const removeDocumentParts = (document: JsonObject, parts: readonly string[]): JsonObject => {
  const absent = new Set(parts);
  const paths = mapEntries(requireObject(document["paths"]), (item, path) => {
    const operations = requireObject(item);
    const kept = filterEntries(operations, (method) => !absent.has(`${method.toUpperCase()} ${path}`));
    return Object.keys(kept).length === 0 ? undefined : kept;
  });
  const schemas = mapEntries(readSchemas(document), (schema, name) =>
    removeAbsentParts(requireObject(schema), name, absent),
  );
  const cut = replaceSchemas({ ...document, paths }, schemas);
  const [before, after] = [collectUsedReferences(document), collectUsedReferences(cut)];
  const isKept = (name: string): boolean => after.has(name) || !before.has(name);
  const components = mapEntries(requireObject(cut["components"]), (parts, kind) =>
    filterEntries(requireObject(parts), (name) => isKept(`#/components/${kind}/${name}`)),
  );
  return { ...cut, components };
};

const removeAbsentParts = (
  schema: JsonObject,
  name: string,
  absent: ReadonlySet<string>,
): JsonObject => {
  const { properties, required, oneOf } = schema;
  const isField = (field: string): boolean => !absent.has(`${name}.${field}`);
  return removeConstants(
    {
      ...schema,
      ...(isList(required) && { required: required.filter((field) => isField(requireText(field))) }),
      ...(isObject(properties) && {
        properties: mapEntries(filterEntries(properties, isField), (property, field) =>
          removeConstants(requireObject(property), `${name}.${field}`, absent),
        ),
      }),
      ...(isList(oneOf) && {
        oneOf: oneOf.filter((each) => !absent.has(`${name}/${readTag(requireObject(each))}`)),
      }),
    },
    name,
    absent,
  );
};

const removeConstants = (
  schema: JsonObject,
  name: string,
  absent: ReadonlySet<string>,
): JsonObject => {
  const { enum: constants, items } = schema;
  return {
    ...schema,
    ...(isList(constants) && {
      enum: constants.filter((constant) => !absent.has(`${name}=${toConstantText(constant)}`)),
    }),
    ...(isObject(items) && { items: removeConstants(items, name, absent) }),
  };
};

const toConstantText = (constant: JsonValue): string =>
  typeof constant === "string" ? constant : JSON.stringify(constant);

/** Returns the tag of an alternative, which is an object with one key. */
const readTag = ({ properties }: JsonObject): string => Object.keys(requireObject(properties))[0] ?? "";

const markDeprecated = (document: JsonObject, operations: readonly string[]): JsonObject => ({
  ...document,
  paths: mapEntries(requireObject(document["paths"]), (item, path) =>
    mapEntries(requireObject(item), (operation, method) =>
      operations.includes(`${method.toUpperCase()} ${path}`)
        ? { ...requireObject(operation), deprecated: true }
        : operation,
    ),
  ),
});

const setRequiredFields = (
  document: JsonObject,
  required: Readonly<Record<string, readonly string[]>> = {},
): JsonObject =>
  replaceSchemas(
    document,
    mapEntries(readSchemas(document), (schema, name) => {
      const fields = required[name];
      if (fields === undefined) return schema;
      const others = filterEntries(requireObject(schema), (key) => key !== "required");
      return fields.length === 0 ? others : { ...others, required: fields };
    }),
  );

/** Returns the document with these fields converted to texts. */
const convertFieldsToTexts = (document: JsonObject, fields: readonly string[]): JsonObject =>
  replaceSchemas(
    document,
    mapEntries(readSchemas(document), (json, name) => {
      const schema = requireObject(json);
      const { properties } = schema;
      if (!isObject(properties)) return schema;
      const changed = mapEntries(properties, (property, field) => {
        if (!fields.includes(`${name}.${field}`)) return property;
        const { description } = requireObject(property);
        return { type: "string", ...(description !== undefined && { description }) };
      });
      return { ...schema, properties: changed };
    }),
  );

/** Returns the references to components that operations use, directly or indirectly. */
const collectUsedReferences = (document: JsonObject): ReadonlySet<string> => {
  const references = new Set<string>();
  const visit = (json: JsonValue): void => {
    if (isList(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    const { $ref: reference, ...others } = json;
    Object.values(others).forEach(visit);
    if (typeof reference !== "string" || references.has(reference)) return;
    references.add(reference);
    visit(resolveJsonReference(document, reference));
  };
  visit(document["paths"] ?? {});
  return references;
};

const readSchemas = (document: JsonObject): JsonObject =>
  requireObject(requireObject(document["components"])["schemas"]);

const replaceSchemas = (document: JsonObject, schemas: JsonObject): JsonObject => ({
  ...document,
  components: { ...requireObject(document["components"]), schemas },
});

const listParts = (
  parts: ValueByVersion<readonly string[]>,
  versions: readonly string[],
): readonly string[] => versions.flatMap((version) => parts[version] ?? []);

/** Omits entries that become undefined. */
const mapEntries = (
  object: JsonObject,
  change: (json: JsonValue, name: string) => JsonValue | undefined,
): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, json]) => {
      const changed = change(json, name);
      return changed === undefined ? [] : [[name, changed] as const];
    }),
  );

const filterEntries = (object: JsonObject, isKept: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
