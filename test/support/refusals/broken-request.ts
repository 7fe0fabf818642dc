import type { LedgerApiOptions } from "../../../middleware/index.ts";
import type { World } from "./world.ts";

/** A request with a common mistake, and what its error must explain. */
export interface BrokenRequest {
  /** What the client does wrong; failure messages put "a client" in front of it. */
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
  /**
   * The wrong part that the error must name: a JSON pointer into the body, or a part such as `header
   * Authorization`.
   */
  readonly at: string;
  /** The intended name, which the error must suggest. */
  readonly nearest?: string;
  /** A pattern that the cause, expected value or advice must match. */
  readonly says?: RegExp;
  /** A pattern that no part of the response may match. */
  readonly hides?: RegExp;
}

/** Returns the broken requests of one area of the API. */
export type Corpus = (world: World) => readonly BrokenRequest[];
