import type { SchemaMismatch } from "./explain-mismatch.ts";
import { type BodyDecodingOptions, decodingKeywordValidators } from "./keywords.ts";

/** The parts of a decoding schema (spec/decoding-definition.ts) that this module reads. */
interface DecodingSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly allOf?: readonly DecodingSchema[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DecodingSchema>>;
  readonly additionalProperties?: DecodingSchema;
  readonly maxProperties?: number;
  readonly items?: DecodingSchema;
}

interface MismatchSearch {
  /** The schemas that references name. */
  readonly schemas: object;
  readonly context: BodyDecodingOptions | undefined;
  readonly found: SchemaMismatch[];
}

/** Maximum length of the list. The text of the error would be very long otherwise. */
const maxListed = 20;

/**
 * Lists the parts of a body that violate its schema, in the order of the fields, as a participant
 * does. The compiled validator of the schema reports only one part. Used only for the text of an
 * error, so it may be slower.
 */
export const listSchemaMismatches = (
  body: unknown,
  schema: DecodingSchema,
  { schemas, context }: Omit<MismatchSearch, "found">,
): readonly SchemaMismatch[] => {
  const search = { schemas, context, found: [] };
  searchPart(body, "", schema, search);
  return search.found;
};

const searchPart = (
  data: unknown,
  pointer: string,
  schema: DecodingSchema,
  search: MismatchSearch,
): void => {
  if (search.found.length >= maxListed) return;
  const keyword = violatedKeyword(data, schema, search.context);
  if (keyword !== undefined) {
    reportMismatch(keyword, data, pointer, schema, search);
    return;
  }
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) {
    const referenced = (search.schemas as Readonly<Record<string, DecodingSchema>>)[
      reference.slice(2)
    ];
    if (referenced !== undefined) searchPart(data, pointer, referenced, search);
  }
  if (Array.isArray(data)) {
    searchItems(data, pointer, schema, search);
  } else if (typeof data === "object" && data !== null) {
    searchFields(data as JsonFields, pointer, schema, search);
  }
};

type JsonFields = Readonly<Record<string, unknown>>;

const searchItems = (
  data: readonly unknown[],
  pointer: string,
  { items }: DecodingSchema,
  search: MismatchSearch,
): void => {
  if (items === undefined) return;
  for (let index = 0; index < data.length && search.found.length < maxListed; index++) {
    searchPart(data[index], `${pointer}/${index}`, items, search);
  }
};

const searchFields = (
  data: JsonFields,
  pointer: string,
  schema: DecodingSchema,
  search: MismatchSearch,
): void => {
  const { additionalProperties, properties = {}, required = [] } = schema;
  for (const [name, of] of Object.entries(properties)) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (value !== undefined) {
      searchPart(value, appendToPointer(pointer, name), of, search);
    } else if (required.includes(name)) {
      const params = { missingProperty: name };
      search.found.push({
        keyword: "required",
        instancePath: pointer,
        params,
        parentSchema: schema,
        data,
      });
    }
  }
  if (additionalProperties === undefined) return;
  for (const name in data) {
    if (search.found.length >= maxListed) return;
    if (!Object.hasOwn(properties, name)) {
      searchPart(data[name], appendToPointer(pointer, name), additionalProperties, search);
    }
  }
};

const appendToPointer = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Returns the keyword that the data itself violates, apart from its fields and items. */
const violatedKeyword = (
  data: unknown,
  schema: DecodingSchema,
  context: BodyDecodingOptions | undefined,
): string | undefined => {
  if (schema.type !== undefined && !hasType(data, schema.type)) return "type";
  if (schema.enum?.includes(data) === false) return "enum";
  const { maxProperties } = schema;
  if (maxProperties !== undefined && Object.keys(Object(data) as object).length > maxProperties) {
    return "maxProperties";
  }
  return Object.keys(decodingKeywordValidators).find((keyword) => {
    const argument = (schema as JsonFields)[keyword];
    const accepts = decodingKeywordValidators[
      keyword as keyof typeof decodingKeywordValidators
    ] as KeywordPredicate;
    return argument !== undefined && !accepts.call(context, argument, data);
  });
};

type KeywordPredicate = (
  this: BodyDecodingOptions | undefined,
  argument: unknown,
  data: unknown,
) => boolean;

const hasType = (data: unknown, type: string | readonly string[]): boolean =>
  typeof type === "string" ? isOfType(data, type) : type.some((of) => isOfType(data, of));

const isOfType = (data: unknown, type: string): boolean => {
  switch (type) {
    case "null":
      return data === null;
    case "array":
      return Array.isArray(data);
    case "object":
      return typeof data === "object" && data !== null && !Array.isArray(data);
    case "integer":
      return Number.isInteger(data);
    default:
      return typeof data === type;
  }
};

const reportMismatch = (
  keyword: string,
  data: unknown,
  instancePath: string,
  schema: DecodingSchema,
  { found }: MismatchSearch,
): void => {
  const argument = (schema as JsonFields)[keyword];
  const params = keyword === "enum" ? { allowedValues: argument } : { [keyword]: argument };
  found.push({ keyword, instancePath, params, schema: argument, parentSchema: schema, data });
};
