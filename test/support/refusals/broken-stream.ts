import type { LedgerStreamServerOptions } from "../../../middleware/index.ts";
import type { ExpectedExplanation } from "./broken-request.ts";
import type { World } from "./world.ts";

/** A WebSocket that is opened with a mistake, and what its error must explain. */
export interface BrokenStream {
  /** What the client does wrong; failure messages put "a client" in front of it. */
  readonly mistake: string;
  readonly path: string;
  readonly offered?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The first message: JSON, unchanged text, or bytes. */
  readonly message?: unknown;
  /** Options that replace those of the world. */
  readonly options?: Partial<LedgerStreamServerOptions>;
  readonly teaches: StreamLesson;
}

/**
 * Where the ledger must explain the mistake. If it refuses the upgrade: in the response. If it refuses the
 * first message: in the last frame, with status 101. If it accepts the message: in the reason of the close
 * frame, which must match `closesWith`.
 */
export type StreamLesson = ExpectedExplanation | { readonly closesWith: RegExp };

/** Returns the broken streams of one area of the API. */
export type StreamCorpus = (world: World) => readonly BrokenStream[];
