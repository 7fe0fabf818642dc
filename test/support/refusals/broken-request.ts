import type { LedgerApiOptions } from "../../../middleware/index.ts";
import type { World } from "./world.ts";

/** A request with a common mistake, and what its error must explain. */
export interface BrokenRequest {
  /** Completes the title "a client …". */
  readonly mistake: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unchanged text, or bytes. */
  readonly body?: unknown;
  /** Options that replace those of the world. */
  readonly options?: Partial<LedgerApiOptions>;
  readonly teaches: ExpectedExplanation;
}

export interface ExpectedExplanation {
  readonly status: number;
  /** The JSON pointer into the body, or the part of the request, e.g. `header Authorization`. */
  readonly at: string;
  /** The intended name. */
  readonly nearest?: string;
  /** A pattern that the cause, expected value or advice must match. */
  readonly says?: RegExp;
  /** A pattern that no part of the response may match. */
  readonly hides?: RegExp;
}

/** The broken requests of one area. */
export type Corpus = (world: World) => readonly BrokenRequest[];
