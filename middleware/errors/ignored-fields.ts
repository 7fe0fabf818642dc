import { findMostSimilarText } from "../../lib/internal.ts";
import { getFieldAdvice } from "./advice.ts";
import type { BodyKeyPath } from "./body-places.ts";
import type { RequestPartsForHint } from "./failed-request-for-hint.ts";
import { readJsonChild } from "./json-pointer.ts";
import { findMisspellingOfMissingField } from "./missing-field.ts";
import { findUnknownFields, type UnknownField } from "./unknown-fields.ts";

/** A field that the API ignores, and what to write instead. */
export interface IgnoredRequestField {
  readonly keys: BodyKeyPath;
  readonly expected: string;
  /** The probable field. */
  readonly nearest?: string;
  readonly advice: string;
}

type FieldsRequest = Pick<RequestPartsForHint, "body" | "schema" | "parameterNames">;

/** Maximum number of unknown fields that are compared with known names. */
const maxCompared = 100;

/** Returns the only, unknown field of a body if it contains what the body should be. */
export const findWrapperField = ({
  body,
  schema,
}: Pick<FieldsRequest, "body" | "schema">): IgnoredRequestField | undefined => {
  if (schema === undefined || typeof body !== "object" || body === null) return undefined;
  const [name, ...others] = Object.keys(body);
  if (name === undefined || others.length > 0) return undefined;
  const [unknownField] = findUnknownFields(body, schema);
  const inside = readJsonChild(body, name);
  const isWrapper =
    unknownField?.keys.length === 1 &&
    findNearestField(name, Object.keys(unknownField.known)) === undefined &&
    typeof inside === "object" &&
    inside !== null &&
    Object.keys(inside).some((key) => Object.hasOwn(unknownField.known, key));
  if (!isWrapper) return undefined;
  return {
    keys: [name],
    expected: "the fields of the request at the top level of the body",
    advice: `Send the content of ${name} as the body.`,
  };
};

/** Returns the first ignored field of a body, preferring fields with a probable meaning. */
export const findIgnoredRequestField = (
  request: FieldsRequest,
): IgnoredRequestField | undefined => {
  const unknownFields = listUnknownFields(request);
  const [first] = unknownFields;
  if (first === undefined) return undefined;
  return (
    findWrapperField(request) ??
    findFirstMisspelling(unknownFields) ??
    unknownFieldHint(first, request)
  );
};

/**
 * Returns an unknown field directly below this place that is probably a known field that is missing
 * there.
 */
export const findMisspeltField = (
  place: BodyKeyPath,
  request: FieldsRequest,
): IgnoredRequestField | undefined =>
  findFirstMisspelling(
    listUnknownFields(request).filter(
      ({ keys }) =>
        keys.length === place.length + 1 && place.every((key, index) => key === keys[index]),
    ),
  );

const listUnknownFields = ({ body, schema }: FieldsRequest): readonly UnknownField[] =>
  schema === undefined ? [] : findUnknownFields(body, schema).slice(0, maxCompared);

const findFirstMisspelling = (
  unknownFields: readonly UnknownField[],
): IgnoredRequestField | undefined => {
  for (const { keys, known, holder } of unknownFields) {
    const name = keys.at(-1) ?? "";
    const free = Object.keys(known).filter((field) => readJsonChild(holder, field) === undefined);
    const suggestion = findNearestField(name, free);
    if (suggestion === undefined) continue;
    return {
      keys,
      expected: `the field ${suggestion}`,
      nearest: suggestion,
      advice: `Name it ${suggestion}, not ${name}.`,
    };
  }
  return undefined;
};

/** Returns the nearest field, or the field with this name in another API. */
const findNearestField = (name: string, fields: readonly string[]): string | undefined =>
  findMostSimilarText(name, fields) ??
  fields.find((field) => findMisspellingOfMissingField(field, [name]) !== undefined);

const unknownFieldHint = (
  { keys, known }: UnknownField,
  { parameterNames }: FieldsRequest,
): IgnoredRequestField => {
  const name = keys.at(-1) ?? "";
  if (keys.length === 1 && parameterNames.includes(name)) {
    return {
      keys,
      expected: `the query parameter ${name}`,
      advice: `${name} is a query parameter: append ?${name}=… to the path.`,
    };
  }
  const fields = Object.keys(known);
  const [only = ""] = fields.length === 1 ? fields : [];
  const advice =
    fields.length === 0 ? `Remove ${name}.` : `Remove ${name}; known fields: ${fields.join(", ")}.`;
  return {
    keys,
    expected: fields.length === 0 ? "no field" : `one of ${fields.join(", ")}`,
    advice: [advice, getFieldAdvice(only)].filter((text) => text !== undefined).join(" "),
  };
};
