import type { LedgerStreamOptions } from "../../../middleware/index.ts";
import type { ExpectedExplanation } from "./broken-request.ts";
import type { World } from "./world.ts";

/** A WebSocket that is opened with a mistake, and what its error must explain. */
export interface BrokenStream {
  /** Completes the title "a client …". */
  readonly mistake: string;
  readonly path: string;
  readonly offered?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The first message: JSON, unchanged text, or bytes. */
  readonly message?: unknown;
  /** Options that replace those of the world. */
  readonly options?: Partial<LedgerStreamOptions>;
  readonly teaches: StreamLesson;
}

/**
 * If the upgrade is refused, its response must explain the mistake; otherwise the last frame must, with
 * status 101. A stream that is not refused has only the reason in its close frame for a hint.
 */
export type StreamLesson = ExpectedExplanation | { readonly closesWith: RegExp };

/** The broken streams of one area. */
export type StreamCorpus = (world: World) => readonly BrokenStream[];
