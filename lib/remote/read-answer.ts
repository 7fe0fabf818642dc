import { machineTime } from "../ledger/clock/time-sources.ts";

/** All that was answered to one call. */
export interface Answer {
  readonly status: number;
  readonly isGood: boolean;
  /** Of an error its beginning. */
  readonly bytes: Uint8Array;
}

interface Reading {
  readonly timeoutMillis: number;
  /** What is raised when it takes longer. */
  readonly late: () => Error;
  /** Told of each piece of so many bytes, and of how many there are by then; may throw. */
  readonly take: (bytes: number, ofAnswer: number) => void;
}

/** No text of JSON is longer, and no package. */
export const maxAnswerBytes = 128 * 1024 * 1024;

/** An error says what it has to in fewer. */
const maxErrorBytes = 64 * 1024;

/** Rejects in time, whatever the `fetch` does that was handed over, and with what `take` throws; nothing further is read then. */
export const readAnswer = async (
  asked: Promise<Response>,
  { timeoutMillis, late, take }: Reading,
): Promise<Answer> => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const read = async (): Promise<Answer> => {
    const { status, ok: isGood, body } = await asked;
    reader = body?.getReader();
    const goesOn = (bytes: number, ofAnswer: number): boolean => {
      take(bytes, ofAnswer);
      return isGood || ofAnswer < maxErrorBytes;
    };
    return { status, isGood, bytes: await readWhile(reader, goesOn) };
  };
  try {
    return await inTime(timeoutMillis, late, read());
  } finally {
    // What is still to come, nobody waits for.
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
  return joined(parts, length);
};

const joined = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const inTime = <T>(millis: number, late: () => Error, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = machineTime.schedule(millis, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
