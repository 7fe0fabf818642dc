import { scheduler, type WorkOptions } from "../../lib/internal.ts";

/** Parsing and checking a body of so many bytes takes up to 10 ms, if it consists of the smallest values. */
const longBodyLength = 64 * 1024;

/** Waits for a slice before a long body is processed. Returns undefined for a short one. */
export const sliceForBody = (
  length: number,
  options: WorkOptions = {},
): Promise<void> | undefined => (length < longBodyLength ? undefined : scheduler.next(options));
