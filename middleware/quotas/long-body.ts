import { longMillis, restBefore, type Waits } from "../../lib/internal.ts";

/** In bytes. Made of the smallest values, so much takes some ten milliseconds. */
const largeBody = 64 * 1024;

/** Lets others go on before something is done with all of a body, which takes long where that is long; undefined where it is not. */
export const turnForBody = (length: number, waits?: Waits): Promise<void> | undefined =>
  length < largeBody ? undefined : restBefore((length / largeBody) * longMillis, waits);
