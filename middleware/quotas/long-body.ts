import { longMillis, restBefore, type Waits } from "../../lib/internal.ts";

/** Length in bytes from which processing a body may take about ten milliseconds. */
const largeBody = 64 * 1024;

/** Yields to other requests before a long body is processed; undefined for a short one. */
export const turnForBody = (length: number, waits?: Waits): Promise<void> | undefined =>
  length < largeBody ? undefined : restBefore((length / largeBody) * longMillis, waits);
