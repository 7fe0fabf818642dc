import { machineTimeSource } from "../ledger/clock/time-sources.ts";

/** A complete HTTP response. */
export interface HttpResponseData {
  readonly status: number;
  readonly isGood: boolean;
  /** The body. For an error status, only its beginning. */
  readonly bytes: Uint8Array;
}

interface ReadResponseOptions {
  readonly timeoutMillis: number;
  /** Returns the error to raise on timeout. */
  readonly timeoutError: () => Error;
  /**
   * Called for each chunk, with the size of the chunk and the total size so far, in bytes. May
   * throw.
   */
  readonly onChunk: (bytes: number, totalBytes: number) => void;
}

/** Maximum size of a response in bytes; the callers' `onChunk` throws for a larger one. */
export const maxRemoteResponseBytes = 128 * 1024 * 1024;

/** The number of bytes to read of an error response. */
const maxErrorBytes = 64 * 1024;

/**
 * Reads a response. Rejects after the timeout even if `fetch` ignores its signal. Rejects with
 * errors that `onChunk` throws. Stops reading in both cases.
 */
export const readResponseWithTimeout = async (
  responding: Promise<Response>,
  { timeoutMillis, timeoutError, onChunk }: ReadResponseOptions,
): Promise<HttpResponseData> => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const read = async (): Promise<HttpResponseData> => {
    const { status, ok: isGood, body } = await responding;
    reader = body?.getReader();
    const shouldContinue = (bytes: number, ofAnswer: number): boolean => {
      onChunk(bytes, ofAnswer);
      return isGood || ofAnswer < maxErrorBytes;
    };
    return { status, isGood, bytes: await readWhile(reader, shouldContinue) };
  };
  try {
    return await withTimeout(timeoutMillis, timeoutError, read());
  } finally {
    // Discard the remaining body without waiting.
    reader?.cancel().catch(() => undefined);
  }
};

const readWhile = async (
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  goesOn: (bytes: number, ofAnswer: number) => boolean,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    parts.push(value);
    length += value.length;
    if (!goesOn(value.length, length)) break;
  }
  return concatenateParts(parts, length);
};

const concatenateParts = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const withTimeout = <T>(millis: number, late: () => Error, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = machineTimeSource.schedule(millis, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
