import type { LedgerStreamOptions } from "../../../middleware/index.ts";
import type { Lesson } from "./broken-request.ts";
import type { World } from "./world.ts";

/** A WebSocket that somebody opens with a mistake, and what it must teach them. */
export interface BrokenStream {
  /** Completes "somebody …". */
  readonly mistake: string;
  readonly path: string;
  readonly offered?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The first message: JSON, a text as it is, or bytes. */
  readonly message?: unknown;
  /** Instead of those of the world. */
  readonly options?: Partial<LedgerStreamOptions>;
  readonly teaches: StreamLesson;
}

/**
 * Of an upgrade that is refused, its answer must teach; else the last frame, whose status is 101. A stream that is not refused
 * has no place for a hint but the reason for which it is closed.
 */
export type StreamLesson = Lesson | { readonly closesWith: RegExp };

/** The broken streams of one area. */
export type StreamCorpus = (world: World) => readonly BrokenStream[];
