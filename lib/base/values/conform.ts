import { type LedgerError, ledgerError } from "../errors/ledger-error.ts";
import {
  contractIdGrammar,
  matchesGrammar,
  partyIdGrammar,
} from "../identifiers/identifier-syntax.ts";
import { compareValues } from "./compare.ts";
import {
  createGenMapValue,
  createListValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createVariantValue,
  isNone,
  none,
} from "./constructors.ts";
import { fitsInt64 } from "./int64.ts";
import { fitsNumeric, maxNumericScale } from "./numeric.ts";
import type {
  GenMapValueShape,
  RecordShape,
  TextMapValueShape,
  ValueShape,
  VariantShape,
} from "./shape.ts";
import { assertWellFormedText, compareText } from "./text.ts";
import { maxDateInDays, maxTimestampMicros, minDateDays, minTimestampMicros } from "./time.ts";
import type { ContractIdType, NumericType, PrimitiveType } from "./type.ts";
import type { Value } from "./value.ts";
import { consumeNestingLevel, defaultMaxNesting, prependPathIfLedgerError } from "./value-error.ts";

/**
 * Converts a value to a type, in normal form. Reads records by position: missing fields at the end
 * must be optional, and surplus fields must be None. So it accepts values of older and newer
 * versions of the type (daml-lf.md 18.3). Returns the same object if nothing needs to change.
 *
 * Raises, with the path: COMMAND_PREPROCESSING_FAILED for a value that does not fit the type,
 * MALFORMED_TEXT, VALUE_NESTING, CONTRACT_ID_COMPARABILITY. Linear, except for unsorted maps.
 */
export const convertValueToType = (
  shape: ValueShape,
  value: Value,
  maxNesting: number = defaultMaxNesting,
): Value => conformToShape(shape, value, maxNesting);

const conformToShape = (shape: ValueShape, value: Value, room: number): Value => {
  switch (shape.kind) {
    case "optional":
      return conformOptional(shape.element, value, room);
    case "list":
      return conformList(shape.element, value, room);
    case "textMap":
      return conformTextMap(shape, value, room);
    case "genMap":
      return conformGenMap(shape, value, room);
    case "record":
      return conformRecord(shape, value, room);
    case "variant":
      return conformVariant(shape, value, room);
    case "enum":
      if (value.kind !== "enum" || shape.rankOf(value.constructor) === undefined) {
        throw shapeMismatchError(shape.qualifiedName, value);
      }
      return value;
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
      if (!isScalarOfShape(shape, value)) throw shapeMismatchError(shape.kind, value);
      return value;
  }
};

const isScalarOfShape = (
  shape: PrimitiveType | NumericType | ContractIdType,
  value: Value,
): boolean => {
  if (value.kind !== shape.kind) return false;
  switch (value.kind) {
    case "int64":
      return fitsInt64(value.value);
    case "numeric":
      return (
        shape.kind === "numeric" &&
        value.scale === shape.scale &&
        value.scale <= maxNumericScale &&
        fitsNumeric(value.unscaled)
      );
    case "text":
      assertWellFormedText(value.value);
      return true;
    case "timestamp":
      return value.micros >= minTimestampMicros && value.micros <= maxTimestampMicros;
    case "date":
      return (
        Number.isInteger(value.days) && value.days >= minDateDays && value.days <= maxDateInDays
      );
    case "party":
      return matchesGrammar(partyIdGrammar, value.value);
    case "contractId":
      return matchesGrammar(contractIdGrammar, value.value);
    case "unit":
    case "bool":
      return true;
  }
};

const conformOptional = (element: ValueShape, value: Value, room: number): Value => {
  if (value.kind !== "optional") throw shapeMismatchError("optional", value);
  if (value.value === undefined) return value;
  const conformed = conformToShape(element, value.value, consumeNestingLevel(room));
  return conformed === value.value ? value : createSomeValue(conformed);
};

const conformList = (element: ValueShape, value: Value, room: number): Value => {
  if (value.kind !== "list") throw shapeMismatchError("list", value);
  const { elements } = value;
  if (elements.length === 0) return value;
  const below = consumeNestingLevel(room);
  const conformed = elements.map((of, index) =>
    runWithErrorPath(`[${index}]`, () => conformToShape(element, of, below)),
  );
  return isSame(elements, conformed) ? value : createListValue(conformed);
};

const conformTextMap = (shape: TextMapValueShape, value: Value, room: number): Value => {
  if (value.kind !== "textMap") throw shapeMismatchError("textMap", value);
  if (value.entries.length === 0) return value;
  const below = consumeNestingLevel(room);
  const entries = value.entries.map((entry) => {
    const [key, of] = entry;
    assertWellFormedText(key);
    const conformed = runWithErrorPath(`[${JSON.stringify(key)}]`, () =>
      conformToShape(shape.element, of, below),
    );
    return conformed === of ? entry : ([key, conformed] as const);
  });
  const sorted = sortUniqueEntries(entries, ([left], [right]) => compareText(left, right));
  return isSame(value.entries, sorted) ? value : createTextMapValue(sorted);
};

const conformGenMap = (shape: GenMapValueShape, value: Value, room: number): Value => {
  if (value.kind !== "genMap") throw shapeMismatchError("genMap", value);
  if (value.entries.length === 0) return value;
  const below = consumeNestingLevel(room);
  const entries = value.entries.map((entry, index) =>
    runWithErrorPath(`[${index}]`, () => {
      const [key, of] = entry;
      const conformed = [
        conformToShape(shape.key, key, below),
        conformToShape(shape.value, of, below),
      ] as const;
      return isSame(entry, conformed) ? entry : conformed;
    }),
  );
  const sorted = sortUniqueEntries(entries, ([left], [right]) =>
    compareValues(shape.key, left, right),
  );
  return isSame(value.entries, sorted) ? value : createGenMapValue(sorted);
};

const conformRecord = (shape: RecordShape, value: Value, room: number): Value => {
  if (value.kind !== "record") throw shapeMismatchError(shape.qualifiedName, value);
  const { fields } = value;
  if (fields.slice(shape.fields.length).some((surplus) => !isNone(surplus))) {
    throw shapeMismatchError(`${shape.qualifiedName}, which has fewer fields`, value);
  }
  const below = shape.fields.length === 0 ? room : consumeNestingLevel(room);
  const conformed = shape.fields.map(({ name, shape: of }, index) => {
    const field = fields[index] ?? (of.kind === "optional" ? none : undefined);
    if (field === undefined) {
      throw shapeMismatchError(`${shape.qualifiedName}, which has a field ${name}`, value);
    }
    return runWithErrorPath(name, () => conformToShape(of, field, below));
  });
  const normal = createRecordValue(conformed);
  return isSame(fields, normal.fields) ? value : normal;
};

const conformVariant = (shape: VariantShape, value: Value, room: number): Value => {
  const constructor =
    value.kind === "variant"
      ? shape.constructors[shape.rankOf(value.constructor) ?? -1]
      : undefined;
  if (value.kind !== "variant" || constructor === undefined) {
    throw shapeMismatchError(shape.qualifiedName, value);
  }
  const payload = runWithErrorPath("value", () =>
    conformToShape(constructor.shape, value.value, consumeNestingLevel(room)),
  );
  return payload === value.value ? value : createVariantValue(value.constructor, payload);
};

/**
 * Returns the entries sorted by key; the same array if they are already sorted. Refuses duplicate
 * keys.
 */
const sortUniqueEntries = <Entry>(
  entries: readonly Entry[],
  order: (left: Entry, right: Entry) => number,
): readonly Entry[] => {
  const sorted = isAscending(entries, order) ? entries : entries.toSorted(order);
  if (sorted !== entries && !isAscending(sorted, order)) {
    throw ledgerError("COMMAND_PREPROCESSING_FAILED", { cause: "A key occurs twice in a map." });
  }
  return sorted;
};

const isAscending = <Entry>(
  entries: readonly Entry[],
  order: (left: Entry, right: Entry) => number,
): boolean =>
  entries.every((entry, index) => {
    const before = entries[index - 1];
    return before === undefined || order(before, entry) < 0;
  });

const isSame = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);

const runWithErrorPath = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw prependPathIfLedgerError(path, error);
  }
};

const shapeMismatchError = (expected: string, value: Value): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause: `A value of kind ${value.kind} does not fit the type: expected ${expected}.`,
  });
