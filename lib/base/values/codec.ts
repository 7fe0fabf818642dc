import { isLedgerError, type LedgerError } from "../errors/ledger-error.ts";
import { createContainerCodec } from "./container-codecs.ts";
import { isJsonLayerError, isRequestDecodingError } from "./json-error.ts";
import { createRecordCodec } from "./record-codec.ts";
import { createScalarCodec } from "./scalar-codecs.ts";
import type { Shapes, ValueShape } from "./shape.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";
import { defaultMaxNesting } from "./value-error.ts";
import { createEnumCodec, createVariantCodec } from "./variant-codecs.ts";

/** Converts between the values of one type and their JSON (ledger-api.md 6). */
export interface Codec {
  /**
   * Returns the value in normal form. Values may be nested at most `maxNesting` levels deep below
   * the outermost one.
   *
   * Raises the error that a participant would report first, with the JSON path (see
   * `json-error.ts`): LEDGER_API_INTERNAL_ERROR for a wrong kind of JSON; INVALID_ARGUMENT for
   * malformed text and for unknown fields and constructors; COMMAND_PREPROCESSING_FAILED for
   * missing fields and for values outside the type's range.
   */
  decode(json: unknown, maxNesting?: number): Value;
  /**
   * Returns the JSON of a value, as an argument for `JSON.stringify`. The value must have the
   * codec's type.
   */
  encode(value: Value): unknown;
}

/**
 * The two functions of a codec. `room` is the number of nesting levels that are still allowed below
 * the value.
 */
export interface ValueCodecFunctions {
  readonly decode: (json: unknown, room: number) => Value;
  readonly encode: (value: Value) => unknown;
}

/** Returns the codec of a shape. Codecs of composite types use it for their parts. */
export type ValueCodecFunctionsLookup = (shape: ValueShape) => ValueCodecFunctions;

/**
 * Handles a fault that a participant's JSON layer does not detect, but the ledger behind it does.
 * Either raises the fault, or returns so that decoding continues.
 */
export type LedgerDecodingFaultHandler = (fault: LedgerError) => void;

const codecPartsCache = new WeakMap<ValueShape, ValueCodecFunctions>();

/**
 * Returns the codec of a shape, created at first use and cached. Because of the cache, recursive
 * shapes work.
 */
export const getValueCodecFunctions: ValueCodecFunctionsLookup = (shape) =>
  getOrCreate(codecPartsCache, shape, (unknown) =>
    createCodecParts(unknown, getValueCodecFunctions, raiseFault),
  );

const raiseFault: LedgerDecodingFaultHandler = (fault) => {
  throw fault;
};

/**
 * Returns the fault that a participant would report first. A participant checks the whole JSON in
 * several steps, but our decoding makes all checks in one step and stops at the first fault. So
 * this function decodes again, with a codec that continues after faults that a participant finds in
 * later steps.
 */
const findFirstFault = (shape: ValueShape, json: unknown, refused: LedgerError): LedgerError => {
  if (isJsonLayerError(refused)) return refused;
  const parts = new WeakMap<ValueShape, ValueCodecFunctions>();
  const faults: LedgerError[] = [];
  const partsOf: ValueCodecFunctionsLookup = (of) =>
    getOrCreate(parts, of, (unknown) =>
      createCodecParts(unknown, partsOf, (fault) => {
        faults.push(fault);
      }),
    );
  try {
    partsOf(shape).decode(json, defaultMaxNesting);
  } catch (error) {
    return isLedgerError(error) && isJsonLayerError(error) ? error : refused;
  }
  return isRequestDecodingError(refused)
    ? refused
    : (faults.find(isRequestDecodingError) ?? refused);
};

const codecCache = new WeakMap<ValueShape, Codec>();

/** Returns the codec of a shape; created at first use and cached. */
export const getValueJsonCodec = (shape: ValueShape): Codec =>
  getOrCreate(codecCache, shape, () => {
    const { decode, encode } = getValueCodecFunctions(shape);
    return {
      decode(json, maxNesting = defaultMaxNesting) {
        try {
          return decode(json, maxNesting);
        } catch (error) {
          throw isLedgerError(error) ? findFirstFault(shape, json, error) : error;
        }
      },
      encode,
    };
  });

const getOrCreate = <Key extends object, Made>(
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

/** Returns a function that returns the codec of a type; codecs are cached per type object. */
export const createCodecLookup = (shapes: Shapes): ((type: Type) => Codec) => {
  const codecs = new WeakMap<Type, Codec>();
  return (type) => getOrCreate(codecs, type, () => getValueJsonCodec(shapes.of(type)));
};

const createCodecParts = (
  shape: ValueShape,
  partsOf: ValueCodecFunctionsLookup,
  notice: LedgerDecodingFaultHandler,
): ValueCodecFunctions => {
  switch (shape.kind) {
    case "record":
      return createRecordCodec(shape, partsOf);
    case "variant":
      return createVariantCodec(shape, partsOf);
    case "enum":
      return createEnumCodec(shape);
    case "optional":
    case "list":
    case "textMap":
    case "genMap":
      return createContainerCodec(shape, partsOf, notice);
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
      return createScalarCodec(shape, notice);
  }
};
