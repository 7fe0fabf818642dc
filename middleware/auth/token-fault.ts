/** Why a token is not accepted, for developers. */
export interface TokenFault {
  /** How far the token got before it was refused; of several verifiers, the one it got farthest with tells. */
  readonly step: number;
  /** Where the token is, or should be; the header Authorization when absent. */
  readonly part?: string;
  /** What is wrong, in a sentence. Never a key, nor what a signature should have been. */
  readonly cause: string;
  /** What would have been accepted. */
  readonly expected?: string;
  /** What is most likely meant, where what was written comes near to it. */
  readonly nearest?: string;
  /** What to do, in a sentence. */
  readonly advice: string;
}

/** The steps of verification, in their order. From `times` on the signature is known to be genuine. */
export const steps = {
  header: 0,
  form: 1,
  algorithm: 2,
  issuer: 3,
  signature: 4,
  times: 5,
  target: 6,
} as const;

/** What a client wrote, as part of a sentence: quoted, and cut where it is long. */
export const written = (value: unknown): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= maxWritten ? text : `${text.slice(0, maxWritten)}…`;
};

const maxWritten = 100;
