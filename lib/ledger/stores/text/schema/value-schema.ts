import type { Value } from "../../../../base/values/value.ts";
import { between, type DataCheck, flag, integer, pairOf, text } from "./schema.ts";

/** Accepts times of the years 1 to 9999, in microseconds. */
export const timestampMicrosSchema = between(-62_135_596_800_000_000n, 253_402_300_799_999_999n);

/** Maximum number of levels: more than any setting of the ledger's limits allows. */
const maxLevels = 1_000;

const int64Schema = between(-(2n ** 63n), 2n ** 63n - 1n);
const unscaledNumericSchema = between(-(10n ** 38n) + 1n, 10n ** 38n - 1n);
const [firstDay, lastDay] = [-719_162, 2_932_896];

/** Accepts a ledger value of any type. */
export const ledgerValueSchema: DataCheck = (data) => isValue(data, maxLevels);

const isValue = (data: unknown, levels: number): boolean => {
  if (typeof data !== "object" || data === null || levels === 0) return false;
  const of = data as Readonly<Record<string, unknown>>;
  const inner: DataCheck = (part) => isValue(part, levels - 1);
  const every = (list: unknown, check: DataCheck): boolean =>
    Array.isArray(list) && list.every(check);
  switch (of["kind"] as Value["kind"]) {
    case "unit":
      return true;
    case "bool":
      return flag(of["value"]);
    case "int64":
      return int64Schema(of["value"]);
    case "numeric":
      return numericScales.has(of["scale"]) && unscaledNumericSchema(of["unscaled"]);
    case "text":
    case "party":
    case "contractId":
      return text(of["value"]);
    case "timestamp":
      return timestampMicrosSchema(of["micros"]);
    case "date":
      return integer(of["days"]) && isDay(Number(of["days"]));
    case "optional":
      return of["value"] === undefined || inner(of["value"]);
    case "list":
      return every(of["elements"], inner);
    case "textMap":
      return every(of["entries"], pairOf(text, inner));
    case "genMap":
      return every(of["entries"], pairOf(inner, inner));
    case "record":
      return every(of["fields"], inner);
    case "variant":
      return text(of.constructor) && inner(of["value"]);
    case "enum":
      return text(of.constructor);
    default:
      return false;
  }
};

const isDay = (days: number): boolean => days >= firstDay && days <= lastDay;

const numericScales: ReadonlySet<unknown> = new Set(
  Array.from({ length: 38 }, (_, scale) => scale),
);

export const durationMicrosSchema = between(0n, 2n ** 63n - 1n);
/**
 * Accepts the numbers of coin history (coins, rounds, dates), up to the maximum number of digits.
 * Responses contain them unchanged.
 */
export const coinAmountSchema = between(-(10n ** 1_000n), 10n ** 1_000n);
