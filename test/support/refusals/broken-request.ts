import type { LedgerApiOptions } from "../../../middleware/index.ts";
import type { World } from "./world.ts";

/** A request with a mistake that people make, and what it must teach them. */
export interface BrokenRequest {
  /** Completes "somebody …". */
  readonly mistake: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, text as it is, or bytes. */
  readonly body?: unknown;
  /** Instead of those of the world. */
  readonly options?: Partial<LedgerApiOptions>;
  readonly teaches: Lesson;
}

export interface Lesson {
  readonly status: number;
  /** The JSON pointer into the body, or the part of the request, e.g. `header Authorization`. */
  readonly at: string;
  /** The very name that was meant. */
  readonly nearest?: string;
  /** What one of cause, expected and advice must say. */
  readonly says?: RegExp;
  /** What nothing of the answer may say. */
  readonly hides?: RegExp;
}

/** The broken requests of one area. */
export type Corpus = (world: World) => readonly BrokenRequest[];
