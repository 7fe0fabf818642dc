import {
  contractIdGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  partyIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { ContractId, Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { parseInt64 } from "../../../base/values/int64.ts";
import {
  formatNumberWithoutExponent,
  formatNumeric,
  parseNumeric,
} from "../../../base/values/numeric.ts";
import { assertWellFormedText } from "../../../base/values/text.ts";
import { parseDate, parseTimestamp } from "../../../base/values/time.ts";
import type { NumericValue } from "../../../base/values/value.ts";
import { unexpectedJsonError } from "../../../base/values/value-error.ts";

/**
 * Reads scalars in the forms that TypeScript programs may pass. These forms are more lenient than
 * those of a participant, which accepts no numbers for Int64, for example. All functions raise
 * INVALID_ARGUMENT; {@link parseTextInput} also raises MALFORMED_TEXT.
 */
export const parseBoolInput = (input: unknown): boolean => {
  if (typeof input !== "boolean") throw unexpectedJsonError("true or false", input);
  return input;
};

/** Reads safe integers and decimal digits. The caller handles bigints. */
export const parseInt64Input = (input: unknown): bigint => {
  const number =
    typeof input === "string"
      ? parseInt64(input)
      : Number.isSafeInteger(input)
        ? BigInt(input as number)
        : undefined;
  if (number === undefined) {
    throw unexpectedJsonError('a 64-bit integer, as a bigint or a string such as "42"', input);
  }
  return number;
};

export const parseTextInput = (input: unknown): string => {
  if (typeof input !== "string") throw unexpectedJsonError("a string", input);
  assertWellFormedText(input);
  return input;
};

export const parseTimestampInput = (input: unknown): Micros => {
  const micros = typeof input === "string" ? parseTimestamp(input) : undefined;
  if (micros === undefined) {
    throw unexpectedJsonError('an ISO 8601 date-time such as "2026-01-31T12:00:00.5Z"', input);
  }
  return micros;
};

/** Returns the number of days since 1970-01-01. */
export const parseDateInput = (input: unknown): number => {
  const days = typeof input === "string" ? parseDate(input) : undefined;
  if (days === undefined) {
    throw unexpectedJsonError('a date from "0001-01-01" to "9999-12-31"', input);
  }
  return days;
};

export const parsePartyIdInput = (input: unknown): Party =>
  readIdentifier(partyIdGrammar, "a party: 1 to 255 letters, digits, :, -, _ or spaces", input);

export const parseContractIdInput = (input: unknown): ContractId =>
  readIdentifier(contractIdGrammar, 'a contract id in lowercase hex, such as "00…"', input);

const readIdentifier = (grammar: IdentifierGrammar, form: string, input: unknown): string => {
  if (typeof input !== "string" || !matchesGrammar(grammar, input)) {
    throw unexpectedJsonError(form, input);
  }
  return input;
};

/** Reads decimal digits, and numbers that represent a decimal exactly. */
export const parseNumericInput = (input: unknown, scale: number): NumericValue => {
  const written = typeof input === "number" ? formatNumberWithoutExponent(input) : input;
  const number = typeof written === "string" ? parseNumeric(written, scale) : undefined;
  if (number === undefined) throw unexpectedJsonError(numericForm(scale), input);
  return number;
};

const numericForm = (scale: number): string =>
  `a decimal number with at most ${scale} digits after the point and 38 in all, ` +
  `such as "${formatNumeric({ kind: "numeric", scale, unscaled: 10n ** BigInt(scale) })}"`;
