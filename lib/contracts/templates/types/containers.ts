import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  createGenMapType,
  createListType,
  createOptionalType,
  createTextMapType,
} from "../../../base/values/common-types.ts";
import { compareValues } from "../../../base/values/compare.ts";
import {
  createGenMapValue,
  createListValue,
  createSomeValue,
  createTextMapValue,
  none,
} from "../../../base/values/constructors.ts";
import { assertWellFormedText, compareText } from "../../../base/values/text.ts";
import type { Value } from "../../../base/values/value.ts";
import { prependPathIfLedgerError, unexpectedJsonError } from "../../../base/values/value-error.ts";
import type { Descriptor, InputOf, NativeOf } from "./descriptor.ts";
import { LedgerMap } from "./ledger-map.ts";
import { computeDescriptorShape } from "./shape-of-descriptor.ts";
import { upgradeValueMismatchError } from "./upgrade-value-mismatch-error.ts";
import { formatCanonicalValue } from "./value-text.ts";

/** `Some` of an Optional within an Optional. `null` alone would not distinguish the two None values. */
export interface Some<Native> {
  readonly some: Native;
}

export interface OptionalDescriptor<Native, Input> extends Descriptor<Native, Input> {
  readonly kind: "optional";
}

type OptionalNative<D extends Descriptor> = D extends { readonly kind: "optional" }
  ? Some<NativeOf<D>> | null
  : NativeOf<D> | null;

type OptionalInput<D extends Descriptor> = D extends { readonly kind: "optional" }
  ? Some<InputOf<D>> | null | undefined
  : InputOf<D> | null | undefined;

/**
 * An Optional: `null` or the element. An Optional within an Optional is `null` or `{ some: … }`. Record
 * fields of this type may be omitted.
 */
export const Optional = <D extends Descriptor>(
  element: D,
): OptionalDescriptor<OptionalNative<D>, OptionalInput<D>> => {
  const wrapped: Descriptor = element.kind === "optional" ? createSomeDescriptor(element) : element;
  return {
    kind: "optional",
    encode: (input) =>
      input === null || input === undefined ? none : createSomeValue(wrapped.encode(input)),
    decode(value) {
      if (value.kind !== "optional") throw upgradeValueMismatchError("an Optional", value);
      // `wrapped` implements the conditional type.
      return (value.value === undefined ? null : wrapped.decode(value.value)) as OptionalNative<D>;
    },
    typeIn: (scope) => createOptionalType(element.typeIn(scope)),
  };
};

const createSomeDescriptor = (element: Descriptor): Descriptor => ({
  ...element,
  encode(input) {
    if (typeof input !== "object" || input === null || !("some" in input)) {
      throw unexpectedJsonError(
        "null or { some: … }, because this is an Optional in an Optional",
        input,
      );
    }
    return element.encode(input.some);
  },
  decode: (value) => Object.freeze({ some: element.decode(value) }),
});

/** A list: a frozen array in code, an array in JSON. Errors contain the index of the first invalid item. */
export const List = <D extends Descriptor>(
  element: D,
): Descriptor<readonly NativeOf<D>[], readonly InputOf<D>[]> => ({
  kind: "list",
  encode(input) {
    if (!Array.isArray(input)) throw unexpectedJsonError("an array", input);
    return createListValue(
      input.map((item: unknown, index) => encodeWithPath(`[${index}]`, element, item)),
    );
  },
  decode(value) {
    if (value.kind !== "list") throw upgradeValueMismatchError("a list", value);
    // A descriptor decodes to its own native type.
    return Object.freeze(value.elements.map((item) => element.decode(item))) as NativeOf<D>[];
  },
  typeIn: (scope) => createListType(element.typeIn(scope)),
});

/**
 * A map with text keys in code point order: a {@link LedgerMap} in code, an object in JSON. Plain objects
 * and entries are accepted as input.
 */
export const TextMap = <D extends Descriptor>(
  element: D,
): Descriptor<
  LedgerMap<string, NativeOf<D>>,
  Iterable<readonly [string, InputOf<D>]> | Readonly<Record<string, InputOf<D>>>
> => ({
  kind: "textMap",
  encode(input) {
    const entries = readEntries(input).map(([key, item]): readonly [string, Value] => {
      if (typeof key !== "string") throw unexpectedJsonError("a text as key", key);
      assertWellFormedText(key);
      return [key, encodeWithPath(`[${JSON.stringify(key)}]`, element, item)];
    });
    entries.sort(([left], [right]) => compareText(left, right));
    entries.forEach(([key], index) => {
      if (key === entries[index + 1]?.[0]) throw repeatedKeyError(key);
    });
    return createTextMapValue(entries);
  },
  decode(value) {
    if (value.kind !== "textMap") throw upgradeValueMismatchError("a text map", value);
    return new LedgerMap(
      (key) => key,
      // A descriptor decodes to its own native type.
      value.entries.map(([key, item]) => [key, element.decode(item) as NativeOf<D>] as const),
    );
  },
  typeIn: (scope) => createTextMapType(element.typeIn(scope)),
});

/**
 * A map with keys of any type, in the order of that type: a {@link LedgerMap} in code, an array of pairs in
 * JSON. Entries are accepted as input.
 */
export const GenMap = <K extends Descriptor, V extends Descriptor>(
  key: K,
  item: V,
): Descriptor<
  LedgerMap<NativeOf<K>, NativeOf<V>>,
  Iterable<readonly [InputOf<K>, InputOf<V>]>
> => ({
  kind: "genMap",
  encode(input) {
    const shape = computeDescriptorShape(key);
    const entries = readEntries(input).map(([of, to], index): readonly [Value, Value] => [
      encodeWithPath(`[${index}]`, key, of),
      encodeWithPath(`[${index}]`, item, to),
    ]);
    entries.sort(([left], [right]) => compareValues(shape, left, right));
    entries.forEach(([left], index) => {
      const right = entries[index + 1]?.[0];
      if (right !== undefined && compareValues(shape, left, right) === 0) {
        throw repeatedKeyError(formatCanonicalValue(left));
      }
    });
    return createGenMapValue(entries);
  },
  decode(value) {
    if (value.kind !== "genMap") throw upgradeValueMismatchError("a map", value);
    return new LedgerMap(
      (of) => formatCanonicalValue(key.encode(of)),
      value.entries.map(
        // Descriptors decode to their own native types.
        ([of, to]) => [key.decode(of) as NativeOf<K>, item.decode(to) as NativeOf<V>] as const,
      ),
    );
  },
  typeIn: (scope) => createGenMapType(key.typeIn(scope), item.typeIn(scope)),
});

/** Encodes a part of a value; errors contain its path. */
const encodeWithPath = (path: string, descriptor: Descriptor, input: unknown): Value => {
  try {
    return descriptor.encode(input);
  } catch (error) {
    throw prependPathIfLedgerError(path, error);
  }
};

const readEntries = (input: unknown): readonly (readonly [unknown, unknown])[] => {
  if (typeof input !== "object" || input === null) throw unexpectedJsonError("a map", input);
  if (!isIterable(input)) return Object.entries(input);
  return Array.from(input, (entry) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      throw unexpectedJsonError("a [key, value] pair", entry);
    }
    return [entry[0], entry[1]] as const;
  });
};

const isIterable = (input: object): input is Iterable<unknown> => Symbol.iterator in input;

const repeatedKeyError = (key: string) =>
  ledgerError("INVALID_ARGUMENT", { cause: `The key ${key} occurs twice in a map.` });
