import { isLedgerError, type LedgerError } from "../errors/ledger-error.ts";
import { containerCodec } from "./container-codecs.ts";
import { isOfJsonLayer, isUnreadable } from "./json-error.ts";
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
   * Raises the error of `json-error.ts` that a participant would find first, naming the JSON path:
   * LEDGER_API_INTERNAL_ERROR for another kind of JSON, INVALID_ARGUMENT for unknown fields and
   * constructors and for what is malformed, COMMAND_PREPROCESSING_FAILED for missing fields and for
   * what the type cannot hold.
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

/** Told what is wrong with a value that JSON can hold well: raises it, or goes on. */
export type NoticeFault = (fault: LedgerError) => void;

const known = new WeakMap<Shape, CodecParts>();

/** Prepared at first use and remembered per shape; recursive shapes are fine. */
export const codecPartsOf: CodecPartsOf = (shape) =>
  remembered(known, shape, (unknown) => prepare(unknown, codecPartsOf, raise));

const raise: NoticeFault = (fault) => {
  throw fault;
};

/**
 * Of JSON that was refused for what stands first in it: the fault that is found first, as faults are
 * looked for in steps. Prepares the codec once more, so as to go on where the other stops.
 */
const firstFault = (shape: Shape, json: unknown, refused: LedgerError): LedgerError => {
  if (isOfJsonLayer(refused)) return refused;
  const parts = new WeakMap<Shape, CodecParts>();
  const faults: LedgerError[] = [];
  const partsOf: CodecPartsOf = (of) =>
    remembered(parts, of, (unknown) =>
      prepare(unknown, partsOf, (fault) => {
        faults.push(fault);
      }),
    );
  try {
    partsOf(shape).decode(json, defaultMaxNesting);
  } catch (error) {
    return isLedgerError(error) && isOfJsonLayer(error) ? error : refused;
  }
  return isUnreadable(refused) ? refused : (faults.find(isUnreadable) ?? refused);
};

const codecs = new WeakMap<Shape, Codec>();

/** Prepared at first use and remembered per shape. */
export const codecOf = (shape: Shape): Codec =>
  remembered(codecs, shape, () => {
    const { decode, encode } = codecPartsOf(shape);
    return {
      decode(json, maxNesting = defaultMaxNesting) {
        try {
          return decode(json, maxNesting);
        } catch (error) {
          throw isLedgerError(error) ? firstFault(shape, json, error) : error;
        }
      },
      encode,
    };
  });

const remembered = <Key extends object, Made>(
  made: WeakMap<Key, Made>,
  key: Key,
  make: (key: Key) => Made,
): Made => {
  let found = made.get(key);
  if (found === undefined) {
    found = make(key);
    made.set(key, found);
  }
  return found;
};

/** The codec of a type, remembered per type object. */
export const createCodecs = (shapes: Shapes): ((type: Type) => Codec) => {
  const codecs = new WeakMap<Type, Codec>();
  return (type) => remembered(codecs, type, () => codecOf(shapes.of(type)));
};

const prepare = (shape: Shape, partsOf: CodecPartsOf, notice: NoticeFault): CodecParts => {
  switch (shape.kind) {
    case "record":
      return recordCodec(shape, partsOf);
    case "variant":
      return variantCodec(shape, partsOf);
    case "enum":
      return enumCodec(shape);
    case "optional":
    case "list":
    case "textMap":
    case "genMap":
      return containerCodec(shape, partsOf, notice);
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
      return scalarCodec(shape, notice);
  }
};
