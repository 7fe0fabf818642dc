import type { Micros } from "../identifiers/identifiers.ts";
import { parseTimestamp } from "./time.ts";

/**
 * The time an ISO-8601 instant names, to the microsecond; digits below are dropped. It has seconds, and a
 * zone: `Z` or an offset such as `+01:00` (ledger-api.md 1.4). Undefined when the text is no such instant,
 * or outside the years 0001 to 9999.
 */
export const parseInstant = (text: string): Micros | undefined =>
  /T\d\d:\d\d:\d\d/i.test(text) ? parseTimestamp(text) : undefined;
