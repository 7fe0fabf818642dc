import type { FieldChanges } from "./adaptations.ts";
import { asObject, asText, isList, isObject, type Json, type JsonObject, resolve } from "./json.ts";

/** The contents of versions.yaml; the oldest version comes first. */
export interface VersionHistory {
  readonly versions: Readonly<Record<string, string>>;
  readonly since: ByVersion<readonly string[]>;
  readonly until: ByVersion<readonly string[]>;
  readonly deprecated: ByVersion<readonly string[]>;
  readonly required: ByVersion<Readonly<Record<string, readonly string[]>>>;
  readonly undescribed: ByVersion<readonly string[]>;
  readonly repeated: ByVersion<Readonly<Record<string, string>>>;
  readonly asText: ByVersion<readonly string[]>;
}

type ByVersion<Content> = Readonly<Record<string, Content | undefined>>;

/** Derives the document of one version from the document that contains all versions. */
export const ofVersion = (
  document: JsonObject,
  history: VersionHistory,
  version: string,
): JsonObject => {
  const names = Object.keys(history.versions);
  const index = names.indexOf(version);
  const [until, after] = [names.slice(0, index + 1), names.slice(index + 1)];
  const absent = [...listed(history.since, after), ...listed(history.until, until)];
  const cut = without(document, absent);
  const required = withRequired(
    withDeprecated(cut, listed(history.deprecated, until)),
    history.required[version],
  );
  return {
    ...withTexts(required, history.asText[version] ?? []),
    info: { ...asObject(document["info"]), version: history.versions[version] ?? version },
  };
};

/** Returns the differences of a version's messages from those of the standard version. */
export const changesFrom = (
  standard: string,
  history: VersionHistory,
  version: string,
): FieldChanges => {
  const names = Object.keys(history.versions);
  const newer = names.slice(names.indexOf(version) + 1, names.indexOf(standard) + 1);
  return {
    omitted: listed(history.since, newer).filter((part) => /^\w+\.\w+$/.test(part)),
    repeated: history.repeated[version] ?? {},
    asText: history.asText[version] ?? [],
  };
};

/**
 * Returns a document without the parts named as in versions.yaml, and without components that only these
 * used.
 */
export const without = (document: JsonObject, parts: readonly string[]): JsonObject => {
  const absent = new Set(parts);
  const paths = mapped(asObject(document["paths"]), (item, path) => {
    const operations = asObject(item);
    const kept = filtered(operations, (method) => !absent.has(`${method.toUpperCase()} ${path}`));
    return Object.keys(kept).length === 0 ? undefined : kept;
  });
  const schemas = mapped(schemasOf(document), (schema, name) =>
    schemaWithout(asObject(schema), name, absent),
  );
  const cut = withSchemas({ ...document, paths }, schemas);
  const [before, after] = [used(document), used(cut)];
  const isKept = (name: string): boolean => after.has(name) || !before.has(name);
  const components = mapped(asObject(cut["components"]), (parts, kind) =>
    filtered(asObject(parts), (name) => isKept(`#/components/${kind}/${name}`)),
  );
  return { ...cut, components };
};

const schemaWithout = (
  schema: JsonObject,
  name: string,
  absent: ReadonlySet<string>,
): JsonObject => {
  const { properties, required, oneOf } = schema;
  const isField = (field: string): boolean => !absent.has(`${name}.${field}`);
  return withoutConstants(
    {
      ...schema,
      ...(isList(required) && { required: required.filter((field) => isField(asText(field))) }),
      ...(isObject(properties) && {
        properties: mapped(filtered(properties, isField), (property, field) =>
          withoutConstants(asObject(property), `${name}.${field}`, absent),
        ),
      }),
      ...(isList(oneOf) && {
        oneOf: oneOf.filter((each) => !absent.has(`${name}/${tagOf(asObject(each))}`)),
      }),
    },
    name,
    absent,
  );
};

const withoutConstants = (
  schema: JsonObject,
  name: string,
  absent: ReadonlySet<string>,
): JsonObject => {
  const { enum: constants, items } = schema;
  return {
    ...schema,
    ...(isList(constants) && {
      enum: constants.filter((constant) => !absent.has(`${name}=${text(constant)}`)),
    }),
    ...(isObject(items) && { items: withoutConstants(items, name, absent) }),
  };
};

const text = (constant: Json): string =>
  typeof constant === "string" ? constant : JSON.stringify(constant);

/** Returns the tag of an alternative, which is an object with one key. */
const tagOf = ({ properties }: JsonObject): string => Object.keys(asObject(properties))[0] ?? "";

const withDeprecated = (document: JsonObject, operations: readonly string[]): JsonObject => ({
  ...document,
  paths: mapped(asObject(document["paths"]), (item, path) =>
    mapped(asObject(item), (operation, method) =>
      operations.includes(`${method.toUpperCase()} ${path}`)
        ? { ...asObject(operation), deprecated: true }
        : operation,
    ),
  ),
});

const withRequired = (
  document: JsonObject,
  required: Readonly<Record<string, readonly string[]>> = {},
): JsonObject =>
  withSchemas(
    document,
    mapped(schemasOf(document), (schema, name) => {
      const fields = required[name];
      if (fields === undefined) return schema;
      const others = filtered(asObject(schema), (key) => key !== "required");
      return fields.length === 0 ? others : { ...others, required: fields };
    }),
  );

/** Returns the document with these fields converted to texts. */
const withTexts = (document: JsonObject, fields: readonly string[]): JsonObject =>
  withSchemas(
    document,
    mapped(schemasOf(document), (json, name) => {
      const schema = asObject(json);
      const { properties } = schema;
      if (!isObject(properties)) return schema;
      const changed = mapped(properties, (property, field) => {
        if (!fields.includes(`${name}.${field}`)) return property;
        const { description } = asObject(property);
        return { type: "string", ...(description !== undefined && { description }) };
      });
      return { ...schema, properties: changed };
    }),
  );

/** Returns the references to components that operations use, directly or indirectly. */
const used = (document: JsonObject): ReadonlySet<string> => {
  const references = new Set<string>();
  const visit = (json: Json): void => {
    if (isList(json)) return json.forEach(visit);
    if (!isObject(json)) return;
    const { $ref: reference, ...others } = json;
    Object.values(others).forEach(visit);
    if (typeof reference !== "string" || references.has(reference)) return;
    references.add(reference);
    visit(resolve(document, reference));
  };
  visit(document["paths"] ?? {});
  return references;
};

const schemasOf = (document: JsonObject): JsonObject =>
  asObject(asObject(document["components"])["schemas"]);

const withSchemas = (document: JsonObject, schemas: JsonObject): JsonObject => ({
  ...document,
  components: { ...asObject(document["components"]), schemas },
});

const listed = (
  parts: ByVersion<readonly string[]>,
  versions: readonly string[],
): readonly string[] => versions.flatMap((version) => parts[version] ?? []);

/** Omits entries that become undefined. */
const mapped = (
  object: JsonObject,
  change: (json: Json, name: string) => Json | undefined,
): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, json]) => {
      const changed = change(json, name);
      return changed === undefined ? [] : [[name, changed] as const];
    }),
  );

const filtered = (object: JsonObject, isKept: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
