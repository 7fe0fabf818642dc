import fc, { type Arbitrary } from "fast-check";

import type { Type } from "../../lib/api.ts";
import {
  boolType,
  contractIdType,
  createGenMapType,
  createListType,
  createNumericType,
  createOptionalType,
  createTextMapType,
  dateType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../lib/base/values/common-types.ts";
import { compareValues } from "../../lib/base/values/compare.ts";
import {
  createBoolValue,
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  none,
  unit,
} from "../../lib/base/values/constructors.ts";
import type { ValueShape } from "../../lib/base/values/shape.ts";
import { compareText } from "../../lib/base/values/text.ts";
import {
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
} from "../../lib/base/values/time.ts";
import type { Value } from "../../lib/store.ts";
import { arbitraryCharacter } from "./arbitrary-character.ts";
import { sampleShapes, sampleType } from "./sample-types.ts";

/** Any type over the sample definitions. */
export const arbitraryType: Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 2, depthIdentifier: "type" },
    fc.constantFrom<Type>(
      unitType,
      boolType,
      int64Type,
      textType,
      timestampType,
      dateType,
      partyType,
      contractIdType,
      sampleType("Colour"),
      sampleType("Iou"),
      sampleType("Empty"),
      sampleType("Options"),
      sampleType("NestedOptions"),
      sampleType("Hostile"),
    ),
    fc.nat(37).map(createNumericType),
    tie("type").map(createOptionalType),
    tie("type").map(createListType),
    tie("type").map(createTextMapType),
    fc.tuple(tie("type"), tie("type")).map(([key, value]) => createGenMapType(key, value)),
    fc.tuple(tie("type"), tie("type")).map(([a, b]) => sampleType("Pair", a, b)),
    fc.tuple(tie("type"), tie("type")).map(([a, b]) => sampleType("Result", a, b)),
    tie("type").map((a) => sampleType("Tree", a)),
    tie("type").map((a) => sampleType("Nest", a)),
  ),
})).type;

/** Texts with characters of every plane, and names of Object.prototype. */
export const arbitraryText: Arbitrary<string> = fc.oneof(
  fc
    .string({ unit: arbitraryCharacter, maxLength: 6 })
    .map((written) => written.replaceAll("\0", "")),
  fc.constantFrom("", "__proto__", "constructor", "10", "\u{1f600}", "\uffff", "a\u{10000}", "é"),
);

const hex = (bytes: number): Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => Buffer.from(all).toString("hex"));

/** Contract ids with a suffix, because Canton cannot compare ids without one. */
export const arbitraryContractId: Arbitrary<string> = fc.oneof(
  fc.tuple(hex(32), hex(36)).map(([local, suffix]) => `00${local}${suffix}`),
  fc.tuple(hex(12), hex(32)).map(([local, suffix]) => `01${local}80${suffix}`),
  fc.constantFrom(`00${"ab".repeat(32)}ca`, `00${"ab".repeat(32)}ca12`, `01${"ab".repeat(12)}80`),
);

const arbitraryParty = fc.constantFrom("alice::1220", "Alice", "bob", "a b", "__proto__", "-");

/**
 * Generates normalized values of a type. They are small, but include the minimum and maximum of each range.
 */
export const arbitraryValue = (shape: ValueShape, size = 3): Arbitrary<Value> => {
  const many = { maxLength: size > 0 ? 3 : 0 };
  switch (shape.kind) {
    case "unit":
      return fc.constant(unit);
    case "bool":
      return fc.boolean().map(createBoolValue);
    case "int64":
      return fc
        .oneof(fc.bigInt(-3n, 3n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n))
        .map(createInt64Value);
    case "numeric":
      return fc
        .oneof(fc.bigInt(-300n, 300n), fc.bigInt(1n - 10n ** 38n, 10n ** 38n - 1n))
        .map((unscaled) => createNumericValue(shape.scale, unscaled));
    case "text":
      return arbitraryText.map(createTextValue);
    case "timestamp":
      return fc
        .oneof(fc.bigInt(-3n, 3n), fc.bigInt(minTimestampMicros, maxTimestampMicros))
        .map(createTimestampValue);
    case "date":
      return fc.integer({ min: minDateDays, max: maxDateInDays }).map(createDateValue);
    case "party":
      return arbitraryParty.map(createPartyValue);
    case "contractId":
      return arbitraryContractId.map(createContractIdValue);
    case "enum":
      return fc.constantFrom(...shape.constructors).map(createEnumValue);
    case "optional":
      return size <= 0
        ? fc.constant(none)
        : fc.oneof(fc.constant(none), arbitraryValue(shape.element, size - 1).map(createSomeValue));
    case "list":
      return fc.array(arbitraryValue(shape.element, size - 1), many).map(createListValue);
    case "textMap":
      return fc
        .uniqueArray(fc.tuple(arbitraryText, arbitraryValue(shape.element, size - 1)), {
          ...many,
          selector: ([key]) => key,
        })
        .map((entries) => createTextMapValue(entries.sort(([a], [b]) => compareText(a, b))));
    case "genMap":
      return fc
        .uniqueArray(
          fc.tuple(arbitraryValue(shape.key, size - 1), arbitraryValue(shape.value, size - 1)),
          { ...many, comparator: ([a], [b]) => compareValues(shape.key, a, b) === 0 },
        )
        .map((entries) =>
          createGenMapValue(entries.sort(([a], [b]) => compareValues(shape.key, a, b))),
        );
    case "record":
      return fc
        .tuple(...shape.fields.map((field) => arbitraryValue(field.shape, size - 1)))
        .map(createRecordValue);
    case "variant":
      // The first constructor of every sample variant ends the recursion.
      return fc.oneof(
        ...shape.constructors
          .slice(0, size > 0 ? undefined : 1)
          .map(({ name, shape: payload }) =>
            arbitraryValue(payload, size - 1).map((value) => createVariantValue(name, value)),
          ),
      );
  }
};

/** Returns a type and `count` values of it. */
export const arbitraryTypeWithValues = (
  count: number,
): Arbitrary<{
  readonly type: Type;
  readonly shape: ValueShape;
  readonly values: readonly Value[];
}> =>
  arbitraryType.chain((type) => {
    const shape = sampleShapes.of(type);
    return fc
      .array(arbitraryValue(shape), { minLength: count, maxLength: count })
      .map((values) => ({ type, shape, values }));
  });
