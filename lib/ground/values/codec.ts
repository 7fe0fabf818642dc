import { containerCodec } from "./container-codecs.ts";
import { recordCodec } from "./record-codec.ts";
import { scalarCodec } from "./scalar-codecs.ts";
import type { Shape, Shapes } from "./shape.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";
import { defaultMaxNesting } from "./value-error.ts";
import { enumCodec, variantCodec } from "./variant-codecs.ts";

/** Between the values of one type and their JSON (ledger-api.md 6). */
export interface Codec {
  /**
   * The value in normal form. At most `maxNesting` levels lie below the outermost value.
   *
   * Raises, naming the JSON path: INVALID_ARGUMENT for JSON of another form and for unknown record
   * fields and constructors, COMMAND_PREPROCESSING_FAILED for missing record fields,
   * MALFORMED_TEXT, VALUE_NESTING.
   */
  decode(json: unknown, maxNesting?: number): Value;
  /** JSON ready for `JSON.stringify`. The value must fit the type. */
  encode(value: Value): unknown;
}

/** The two halves of a codec; `room` is how many levels may still lie below. */
export interface CodecParts {
  readonly decode: (json: unknown, room: number) => Value;
  readonly encode: (value: Value) => unknown;
}

/** What composite codecs get at their parts with. */
export type CodecPartsOf = (shape: Shape) => CodecParts;

const known = new WeakMap<Shape, CodecParts>();

/** Prepared at first use and remembered per shape; recursive shapes are fine. */
export const codecPartsOf: CodecPartsOf = (shape) => {
  let parts = known.get(shape);
  if (parts === undefined) {
    parts = prepare(shape);
    known.set(shape, parts);
  }
  return parts;
};

const codecs = new WeakMap<Shape, Codec>();

/** Prepared at first use and remembered per shape. */
export const codecOf = (shape: Shape): Codec => {
  let codec = codecs.get(shape);
  if (codec === undefined) {
    const { decode, encode } = codecPartsOf(shape);
    codec = { decode: (json, maxNesting = defaultMaxNesting) => decode(json, maxNesting), encode };
    codecs.set(shape, codec);
  }
  return codec;
};

/** The codec of a type, remembered per type object. */
export const createCodecs = (shapes: Shapes): ((type: Type) => Codec) => {
  const codecs = new WeakMap<Type, Codec>();
  return (type) => {
    let codec = codecs.get(type);
    if (codec === undefined) {
      codec = codecOf(shapes.of(type));
      codecs.set(type, codec);
    }
    return codec;
  };
};

const prepare = (shape: Shape): CodecParts => {
  switch (shape.kind) {
    case "record":
      return recordCodec(shape, codecPartsOf);
    case "variant":
      return variantCodec(shape, codecPartsOf);
    case "enum":
      return enumCodec(shape);
    case "optional":
    case "list":
    case "textMap":
    case "genMap":
      return containerCodec(shape, codecPartsOf);
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
      return scalarCodec(shape);
  }
};
