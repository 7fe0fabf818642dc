import type { WebSocketClass } from "../fork/remote-stream.ts";
import type { Fetch } from "./recorder.ts";

/** The server that a recording is replayed against. */
export interface ReplayTarget {
  /** Base URL of the server's API. Not used if `fetch` returns responses without a server. */
  readonly url: string;
  /** The function that sends the calls. Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * The WebSocket class for streams. Default: the platform's `WebSocket`. If the platform has none,
   * streams are reported as not supported.
   */
  readonly webSocket?: WebSocketClass | undefined;
  /**
   * Returns the token for a recorded user; undefined is passed for calls without a user. Default:
   * no tokens.
   */
  readonly token?: (user: string | undefined) => string | undefined;
  /**
   * Called before each call. Must set the ledger's clock to the time, which is in microseconds
   * since 1970: the recorded effective time of the call's transaction if known, otherwise the
   * recorded start of the call.
   */
  readonly time?: (micros: bigint) => void;
  /**
   * Signs the newly prepared transaction for these parties. If absent, the recorded transaction and
   * signatures are sent unchanged.
   */
  readonly sign?: (prepared: PreparedForSigning, parties: readonly string[]) => Promise<object>;
  /**
   * Returns the reason for the last response, for the report. Called only if a response differs.
   */
  readonly decidedBy?: () => string | undefined;
}

/** The fields of a prepare response that are needed for signing. */
export interface PreparedForSigning {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: string;
}
