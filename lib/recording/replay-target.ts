import type { WebSocketClass } from "../fork/remote-stream.ts";
import type { Fetch } from "./recorder.ts";

/** What a recording is replayed against. */
export interface ReplayTarget {
  /** Where it serves its API; of no matter when `fetch` answers by itself. */
  readonly url: string;
  /** What it is called with; that of the platform when absent. */
  readonly fetch?: Fetch;
  /** For streams; that of the platform when absent. Without either, streams are not supported. */
  readonly webSocket?: WebSocketClass | undefined;
  /** The token of a user of the recording, whose label is undefined where there was none. Nobody has one when absent. */
  readonly token?: (user: string | undefined) => string | undefined;
  /**
   * Told of the time at which the next call was made, or its transaction took effect where that is known, in microseconds
   * since 1970: a ledger's clock can be set to it.
   */
  readonly time?: (micros: bigint) => void;
  /**
   * Signs what was prepared now in the place of what was signed then, for these parties; nobody does when absent, and what was signed then is
   * executed as it was.
   */
  readonly sign?: (prepared: PreparedHere, parties: readonly string[]) => Promise<object>;
  /** What decided about the call that was answered last, for the report; asked only where an answer differs. */
  readonly decidedBy?: () => string | undefined;
}

/** What is answered to who prepares a transaction, as far as it is needed for signing. */
export interface PreparedHere {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: string;
}
