import type { ValueCodecFunctions, ValueCodecFunctionsLookup } from "./codec.ts";
import { createEnumValue, createVariantValue } from "./constructors.ts";
import {
  createJsonValueParseError,
  createWrongJsonKindError,
  nestedTooDeeplyError,
  refusedByJsonLayerError,
} from "./json-error.ts";
import { isJsonObject } from "./json-object.ts";
import type { EnumShape, VariantShape } from "./shape.ts";
import type { EnumValue } from "./value.ts";
import {
  assertValueKind,
  createValueKindMismatchError,
  prependPathIfLedgerError,
} from "./value-error.ts";

/** Returns the codec of a variant: `{ "tag": constructor, "value": payload }`. */
export const createVariantCodec = (
  shape: VariantShape,
  partsOf: ValueCodecFunctionsLookup,
): ValueCodecFunctions => {
  let prepared: ReadonlyMap<string, ValueCodecFunctions> | undefined;
  // Create the codecs at first use, because a recursive type contains itself.
  const payloads = (): ReadonlyMap<string, ValueCodecFunctions> =>
    (prepared ??= new Map(shape.constructors.map(({ name, shape: of }) => [name, partsOf(of)])));
  return {
    decode(json, room) {
      if (!isJsonObject(json)) throw refusedByJsonLayerError(variantForm(shape), json);
      const { tag, value } = json as { readonly tag?: unknown; readonly value?: unknown };
      if (tag === undefined || value === undefined) {
        throw refusedByJsonLayerError(variantForm(shape), json);
      }
      if (typeof tag !== "string") {
        throw createWrongJsonKindError("Str", constructorForm(shape), tag);
      }
      const payload = payloads().get(tag);
      if (payload === undefined) throw refusedByJsonLayerError(constructorForm(shape), tag);
      if (room <= 0) throw nestedTooDeeplyError();
      try {
        return createVariantValue(tag, payload.decode(value, room - 1));
      } catch (error) {
        throw prependPathIfLedgerError("value", error);
      }
    },
    encode(value) {
      assertValueKind("variant", value);
      const payload = payloads().get(value.constructor);
      if (payload === undefined) {
        throw createValueKindMismatchError(`one of ${formatConstructorNames(shape)}`, value);
      }
      return { tag: value.constructor, value: payload.encode(value.value) };
    },
  };
};

/** Returns the codec of an enum: the name of the constructor. */
export const createEnumCodec = (shape: EnumShape): ValueCodecFunctions => {
  const values = new Map<string, EnumValue>(
    shape.constructors.map((constructor) => [constructor, createEnumValue(constructor)]),
  );
  return {
    decode(json) {
      if (typeof json !== "string") {
        throw createWrongJsonKindError("Str", constructorForm(shape), json);
      }
      const value = values.get(json);
      if (value === undefined) {
        throw createJsonValueParseError("java.lang.Exception", constructorForm(shape), json);
      }
      return value;
    },
    encode(value) {
      assertValueKind("enum", value);
      return value.constructor;
    },
  };
};

const variantForm = (shape: VariantShape): string =>
  `an object { "tag", "value" } with a tag among ${formatConstructorNames(shape)}`;

const formatConstructorNames = (shape: VariantShape | EnumShape): string =>
  (shape.kind === "enum" ? shape.constructors : shape.constructors.map(({ name }) => name)).join(
    ", ",
  );

const constructorForm = (shape: VariantShape | EnumShape): string =>
  `a constructor of ${shape.qualifiedName}, one of ${formatConstructorNames(shape)}`;
