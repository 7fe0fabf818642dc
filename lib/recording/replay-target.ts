import type { WebSocketClass } from "../fork/remote-stream.ts";
import type { Fetch } from "./recorder.ts";

/** The server that a recording is replayed against. */
export interface ReplayTarget {
  /** Base URL of its API; ignored if `fetch` answers without a server. */
  readonly url: string;
  /** The function that makes the calls. Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * The class for streams. Default: the platform's `WebSocket`. Without either, streams are reported as not
   * supported.
   */
  readonly webSocket?: WebSocketClass | undefined;
  /** Returns the token for a recorded user, or for calls without a user (undefined). Default: no tokens. */
  readonly token?: (user: string | undefined) => string | undefined;
  /**
   * Called before each call with its recorded time, in microseconds since 1970: the effective time of its
   * transaction if known, otherwise the start of the call. Set the ledger's clock to it.
   */
  readonly time?: (micros: bigint) => void;
  /**
   * Signs the newly prepared transaction for these parties. If absent, the recorded transaction and
   * signatures are sent unchanged.
   */
  readonly sign?: (prepared: PreparedHere, parties: readonly string[]) => Promise<object>;
  /** Returns the reason for the last answer, for the report. Called only if an answer differs. */
  readonly decidedBy?: () => string | undefined;
}

/** The fields of a prepare answer that signing needs. */
export interface PreparedHere {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: string;
}
