import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { createPartyValue } from "../../../base/values/constructors.ts";
import { computeSha256HexDigest } from "../../../base/values/digest.ts";
import { rescaleNumericExactly } from "../../../base/values/numeric.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import {
  requireInt64Value,
  requireNumericValue,
  requireTextValue,
  requireValueKind,
} from "../runtime/as-kind.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import { dateToText, formatTimestampText, int64ToText, numericToText } from "../runtime/render.ts";
import {
  createRuntimeList,
  createRuntimeOptional,
  runtimeNone,
  type RuntimeNumeric,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import {
  type BuiltinFunctionFactoryByName,
  createBinaryBuiltin,
  createBuiltin,
  createUnaryBuiltin,
} from "./builtin.ts";
import { decodeCryptoBuiltinHex, encodeHex } from "./hex.ts";

// Builtins of text and conversions to and from text (daml-lf.md 9.2).

const partyPattern = /^[A-Za-z0-9:\-_ ]{1,255}$/u;
const int64Pattern = /^[+-]?\d+$/u;

/**
 * Returns the digits without leading zeros. The caller limits the number of digits before parsing,
 * because parsing millions of digits takes quadratic time.
 */
const trimLeadingZeros = (written: string): string => {
  let start = 0;
  while (start < written.length - 1 && written.startsWith("0", start)) start += 1;
  return written.slice(start);
};

const textToInt64 = (text: string): bigint | undefined => {
  if (!int64Pattern.test(text)) return undefined;
  const digits = trimLeadingZeros(text.replace(/^[+-]/u, ""));
  if (digits.length > 19) return undefined;
  const value = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
};

const numericPattern = /^([+-]?)(\d+)(?:\.(\d+))?$/u;

const textToNumeric = (text: string, scale: number): RuntimeNumeric | undefined => {
  const match = numericPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", written = "", decimals = ""] = match;
  const whole = trimLeadingZeros(written);
  const fraction = trimTrailingZeros(decimals);
  if (fraction.length > scale || whole.length > 38) return undefined;
  const magnitude = BigInt(whole + fraction);
  return rescaleNumericExactly(
    { kind: "numeric", scale: fraction.length, unscaled: sign === "-" ? -magnitude : magnitude },
    scale,
  );
};

const trimTrailingZeros = (digits: string): string => {
  let length = digits.length;
  while (length > 0 && digits.startsWith("0", length - 1)) length -= 1;
  return digits.slice(0, length);
};

const codePointsToText = (points: readonly RuntimeValue[]): string =>
  points.map((point) => String.fromCodePoint(Number(checkedCodePoint(point)))).join("");

/** Returns a valid code point; `String.fromCodePoint` alone would accept surrogates. */
const checkedCodePoint = (point: RuntimeValue): bigint => {
  const valid =
    typeof point === "bigint" &&
    point >= 0n &&
    point <= 0x10ffffn &&
    !(point >= 0xd800n && point <= 0xdfffn);
  if (valid) return point;
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: a number is not a Unicode code point.",
  });
};

/** Returns the code points as texts; string iteration does not split surrogate pairs. */
const codePoints = (text: string): string[] => Array.from(text);

/**
 * Charges the budget for creating a text of this length. Raises INTERPRETATION_TIME_EXCEEDED, or
 * DAML_INTERPRETATION_ERROR for a text that is longer than allowed.
 */
const chargeTextCreation = (length: number, budget: EvaluationBudget): void => {
  budget.chargeForText(length);
  if (length <= maxTextLength) return;
  throw interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `a text of ${length} characters is longer than the ${maxTextLength} that the engine allows.`,
  });
};

/**
 * Maximum length of a text in UTF-16 code units. It is far below JavaScript's limit, because longer texts
 * and JSON are built from such texts.
 */
const maxTextLength = 32 * 1024 * 1024;

const appendTexts = (left: string, right: string, budget: EvaluationBudget): string => {
  chargeTextCreation(left.length + right.length, budget);
  return left + right;
};

const implodeTexts = (texts: readonly string[], budget: EvaluationBudget): string => {
  chargeTextCreation(
    texts.reduce((sum, { length }) => sum + length, 0),
    budget,
  );
  return texts.join("");
};

const explodeText = (whole: string, budget: EvaluationBudget): string[] => {
  budget.chargeSteps(whole.length);
  return codePoints(whole);
};

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const toTextOrEmpty = (value: RuntimeValue): string => (typeof value === "string" ? value : "");

/** Steps taken from the budget for formatting a date. */
const stepsPerDate = 4;

export const textBuiltins = {
  INT64_TO_TEXT: createUnaryBuiltin(() => (value) => int64ToText(requireInt64Value(value))),
  NUMERIC_TO_TEXT: createUnaryBuiltin(() => (value) => numericToText(requireNumericValue(value))),
  TIMESTAMP_TO_TEXT: createUnaryBuiltin(({ budget }) => (value) => {
    budget.chargeSteps(stepsPerDate);
    return formatTimestampText(requireValueKind("timestamp", value));
  }),
  DATE_TO_TEXT: createUnaryBuiltin(({ budget }) => (value) => {
    budget.chargeSteps(stepsPerDate);
    return dateToText(requireValueKind("date", value));
  }),
  PARTY_TO_TEXT: createUnaryBuiltin(() => (value) => requireValueKind("party", value).value),
  TEXT_TO_PARTY: createBuiltin(1, (args) =>
    createRuntimeOptional(
      partyPattern.test(args.getText(0)) ? createPartyValue(args.getText(0)) : undefined,
    ),
  ),
  TEXT_TO_INT64: createBuiltin(1, (args) =>
    createRuntimeOptional(textToInt64(args.chargeAndGetText(0))),
  ),
  TEXT_TO_NUMERIC: createBuiltin(2, (args) =>
    createRuntimeOptional(textToNumeric(args.chargeAndGetText(1), args.getNumeric(0).scale)),
  ),
  CONTRACT_ID_TO_TEXT: createBuiltin(1, () => runtimeNone),
  SHA256_TEXT: createBuiltin(1, (args) =>
    computeSha256HexDigest(encodeUtf8(args.chargeAndGetText(0))),
  ),
  EXPLODE_TEXT: createUnaryBuiltin(
    ({ budget }) =>
      (value) =>
        createRuntimeList(explodeText(requireTextValue(value), budget)),
  ),
  APPEND_TEXT: createBinaryBuiltin(
    ({ budget }) =>
      (left, right) =>
        appendTexts(requireTextValue(left), requireTextValue(right), budget),
  ),
  IMPLODE_TEXT: createBuiltin(1, (args, { budget }) =>
    implodeTexts(args.chargeAndGetElements(0).map(toTextOrEmpty), budget),
  ),
  CODE_POINTS_TO_TEXT: createBuiltin(1, (args) => codePointsToText(args.chargeAndGetElements(0))),
  TEXT_TO_CODE_POINTS: createBuiltin(1, (args, { budget }) =>
    createRuntimeList(
      explodeText(args.getText(0), budget).map((char) => BigInt(char.codePointAt(0) ?? 0)),
    ),
  ),
  HEX_TO_TEXT: createBuiltin(1, (args) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      decodeCryptoBuiltinHex(args.chargeAndGetCharacters(0)),
    ),
  ),
  TEXT_TO_HEX: createBuiltin(1, (args, { budget }) => {
    const bytes = encodeUtf8(args.chargeAndGetCharacters(0));
    chargeTextCreation(2 * bytes.length, budget);
    return encodeHex(bytes);
  }),
} satisfies BuiltinFunctionFactoryByName;
