import type { Micros } from "../identifiers/identifiers.ts";
import { parseTimestamp } from "./time.ts";

/**
 * The time an ISO-8601 instant names, to the microsecond; digits below are dropped. Its zone must be
 * `Z`: the envelope is stricter than timestamps within ledger values (ledger-api.md 1.4). Undefined
 * when the text is no such instant, or outside the years 0001 to 9999.
 */
export const parseInstant = (text: string): Micros | undefined =>
  /z$/i.test(text) ? parseTimestamp(text) : undefined;
