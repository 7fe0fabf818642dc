import type { ErrorHint } from "../errors/hint.ts";

/** The parts of a hint that an error of a ledger may have; a participant sends none. */
export type ReceivedErrorHint = Partial<ErrorHint>;

interface RefusalDetails {
  /** Error code, such as `CONTRACT_NOT_FOUND`. */
  readonly code: string;
  readonly cause: string;
  readonly hint?: ReceivedErrorHint | undefined;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

/** A call that the ledger, or this server, refused. The text of a tool's error is made from it. */
export class RefusedCallError extends Error {
  readonly code: string;
  readonly hint: ReceivedErrorHint;
  readonly context: Readonly<Record<string, unknown>>;

  constructor({ code, cause, hint = {}, context = {} }: RefusalDetails) {
    super(cause);
    this.code = code;
    this.hint = hint;
    this.context = context;
  }
}

/** Returns the refusal of an invalid argument of a tool. */
export const createToolArgumentRefusal = (
  cause: string,
  advice: string,
  nearest?: string,
): RefusedCallError =>
  new RefusedCallError({
    code: "INVALID_ARGUMENT",
    cause,
    hint: { advice, ...(nearest === undefined ? {} : { nearest }) },
  });
