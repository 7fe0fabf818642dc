import type { Micros } from "../identifiers/identifiers.ts";
import { parseTimestamp } from "./time.ts";

/**
 * Reads an ISO 8601 instant with seconds and a zone, `Z` or an offset such as `+01:00`
 * (ledger-api.md 1.4). Returns microseconds; further digits are dropped. Returns undefined for any
 * other text, and outside the years 0001 to 9999.
 */
export const parseInstant = (text: string): Micros | undefined =>
  /T\d\d:\d\d:\d\d/i.test(text) ? parseTimestamp(text) : undefined;
