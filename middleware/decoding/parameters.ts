import { parseInstant } from "../../lib/internal.ts";
import { createDecodeFailure, type UnreadableRequestPart } from "./decode-failure.ts";
import { fitsIntegerBitCount } from "./keywords.ts";

/** A path or query parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type: string; readonly format?: string };
}

type ParameterValue = string | number | boolean | readonly string[];

/** Parameters by their names in the document; the client's names are never used as keys. */
export type RequestParameterValues = Readonly<Record<string, ParameterValue>>;

/** Parameters as the URL contains them. */
export interface RequestParameterTexts {
  readonly path: readonly (readonly [name: string, text: string])[];
  readonly query: string;
}

/**
 * Decodes the declared parameters and ignores others. Only list parameters may be repeated. Raises
 * a decode failure that names the parameter.
 */
export const decodeParameters = (
  declared: readonly OperationParameter[],
  texts: RequestParameterTexts,
): RequestParameterValues => {
  const query = new URLSearchParams(texts.query);
  const path = new Map(texts.path);
  const values: [string, ParameterValue][] = [];
  for (const parameter of declared) {
    const part: UnreadableRequestPart =
      parameter.in === "path"
        ? `path parameter ${parameter.name}`
        : `query parameter ${parameter.name}`;
    const found =
      parameter.in === "path"
        ? percentDecode(part, path.get(parameter.name) ?? "")
        : query.getAll(parameter.name);
    const value = decodeValue(parameter, part, found);
    if (value !== undefined) values.push([parameter.name, value]);
  }
  return Object.fromEntries(values);
};

/** Shared by all requests of operations without parameters. */
export const noParameterValues: RequestParameterValues = {};

/** Percent-decodes a text. Invalid UTF-8 becomes replacement characters, as in a body. */
const percentDecode = (part: UnreadableRequestPart, text: string): readonly string[] => {
  try {
    return [decodeURIComponent(text)];
  } catch {
    if (/%(?![0-9a-f]{2})/i.test(text)) {
      throw createDecodeFailure(part, `${JSON.stringify(text)} is not percent-encoded`);
    }
    const bytes = Array.from(text.matchAll(/%([0-9a-f]{2})|[^%]+/gi), ([found, hex]) =>
      hex === undefined ? [...utf8Encoder.encode(found)] : [parseInt(hex, 16)],
    ).flat();
    return [utf8Decoder.decode(Uint8Array.from(bytes))];
  }
};

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const decodeValue = (
  { schema, required }: OperationParameter,
  part: UnreadableRequestPart,
  texts: readonly string[],
): ParameterValue | undefined => {
  if (schema.type === "array") return texts;
  const [text, second] = texts;
  if (second !== undefined) throw createDecodeFailure(part, "multiple values");
  if (text === undefined) {
    if (required === true) throw createDecodeFailure(part, "missing");
    return undefined;
  }
  switch (schema.type) {
    case "integer":
      return wholeNumber(part, text, schema.format === "int32" ? 32 : 64);
    case "boolean":
      if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
      throw createDecodeFailure(part, `expected true or false, got ${JSON.stringify(text)}`);
    default:
      if (schema.format !== "date-time" || parseInstant(text) !== undefined) return text;
      throw createDecodeFailure(part, `expected a time in UTC, got ${JSON.stringify(text)}`);
  }
};

const wholeNumber = (part: UnreadableRequestPart, text: string, bits: number): number => {
  // Unlike in a body, a participant takes a plus sign and leading zeros.
  const value = /^[+-]?\d{1,40}$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
  if (fitsIntegerBitCount(value, BigInt(bits))) return Number(value);
  const expected = `expected a whole number of ${bits} bits`;
  throw createDecodeFailure(part, `${expected}, got ${JSON.stringify(text)}`);
};
