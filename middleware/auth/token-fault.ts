import { truncateText } from "../../lib/internal.ts";

/** The reason why a token is not accepted, for developers. */
export interface TokenFault {
  /**
   * Verification step that failed. If several verifiers reject a token, the fault of the latest step is
   * reported.
   */
  readonly step: number;
  /** Place of the token in the request; default: the Authorization header. */
  readonly part?: string;
  /** The fault in one sentence. Never contains a key or the expected signature. */
  readonly cause: string;
  /** An acceptable value. */
  readonly expected?: string;
  /** The acceptable value closest to the client's value, if one is close. */
  readonly nearest?: string;
  /** The remedy, in one sentence. */
  readonly advice: string;
}

/** Verification steps in order. From `times` on the signature is known to be genuine. */
export const tokenVerificationSteps = {
  header: 0,
  form: 1,
  algorithm: 2,
  issuer: 3,
  signature: 4,
  times: 5,
  target: 6,
} as const;

/** Returns a client's value for use in a sentence: quoted, and truncated if it is long. */
export const quoteValue = (value: unknown): string =>
  truncateText(value === undefined ? "nothing" : JSON.stringify(value), maxQuotedLength);

const maxQuotedLength = 100;
