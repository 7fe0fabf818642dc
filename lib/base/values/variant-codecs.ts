import type { CodecParts, CodecPartsOf } from "./codec.ts";
import { enumValue, variant } from "./constructors.ts";
import {
  nestedTooDeeplyError,
  refusedJsonError,
  unparsableJsonError,
  wrongKindOfJsonError,
} from "./json-error.ts";
import { isJsonObject } from "./json-object.ts";
import type { EnumShape, VariantShape } from "./shape.ts";
import type { EnumValue } from "./value.ts";
import { assertKind, kindMismatchError, prependPath } from "./value-error.ts";

/** Returns the codec of a variant: `{ "tag": constructor, "value": payload }`. */
export const variantCodec = (shape: VariantShape, partsOf: CodecPartsOf): CodecParts => {
  let prepared: ReadonlyMap<string, CodecParts> | undefined;
  // Create the codecs at first use, because a recursive type contains itself.
  const payloads = (): ReadonlyMap<string, CodecParts> =>
    (prepared ??= new Map(shape.constructors.map(({ name, shape: of }) => [name, partsOf(of)])));
  return {
    decode(json, room) {
      if (!isJsonObject(json)) throw refusedJsonError(variantForm(shape), json);
      const { tag, value } = json as { readonly tag?: unknown; readonly value?: unknown };
      if (tag === undefined || value === undefined) {
        throw refusedJsonError(variantForm(shape), json);
      }
      if (typeof tag !== "string") throw wrongKindOfJsonError("Str", constructorForm(shape), tag);
      const payload = payloads().get(tag);
      if (payload === undefined) throw refusedJsonError(constructorForm(shape), tag);
      if (room <= 0) throw nestedTooDeeplyError();
      try {
        return variant(tag, payload.decode(value, room - 1));
      } catch (error) {
        throw prependPath("value", error);
      }
    },
    encode(value) {
      assertKind("variant", value);
      const payload = payloads().get(value.constructor);
      if (payload === undefined) {
        throw kindMismatchError(`one of ${formatConstructorNames(shape)}`, value);
      }
      return { tag: value.constructor, value: payload.encode(value.value) };
    },
  };
};

/** Returns the codec of an enum: the name of the constructor. */
export const enumCodec = (shape: EnumShape): CodecParts => {
  const values = new Map<string, EnumValue>(
    shape.constructors.map((constructor) => [constructor, enumValue(constructor)]),
  );
  return {
    decode(json) {
      if (typeof json !== "string") throw wrongKindOfJsonError("Str", constructorForm(shape), json);
      const value = values.get(json);
      if (value === undefined) {
        throw unparsableJsonError("java.lang.Exception", constructorForm(shape), json);
      }
      return value;
    },
    encode(value) {
      assertKind("enum", value);
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
