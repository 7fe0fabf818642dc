import type { AuthenticationInput } from "../auth/authenticator.ts";
import type { WebSocketHandshake } from "../auth/explain-missing-handshake-token.ts";
import type { UndecodedRequestBody } from "../decoding/body.ts";
import type { RequestBodyReservation } from "../quotas/body-quota.ts";
import type { ApiReply } from "./reply.ts";
import type { RouteMatch } from "./route-table.ts";

/** A request to an API, from a socket or from a call in the same process. */
export interface ApiRequest {
  readonly method: string;
  /** Path below the mount, percent-encoded, without the query. */
  readonly path: string;
  /** Path of the mount, if it is known; empty for the root. */
  readonly mount?: string;
  /** URI of the request, with scheme and host. */
  readonly uri: string;
  /** Query without the question mark. */
  readonly query: string;
  /** Operation that the route table found for method and path. */
  readonly route: RouteMatch;
  /** Headers with names in lower case. */
  readonly headers: RequestHeaders;
  /**
   * Returns the bearer token. Throws a decode failure if the headers that may carry it are
   * malformed.
   */
  readonly readToken: () => string | undefined;
  /** Headers and query of the WebSocket handshake; absent for other requests. */
  readonly handshake?: WebSocketHandshake & Pick<AuthenticationInput, "authorization">;
  /**
   * True if the request came over a socket. Then other requests may have arrived that the process has not
   * read yet.
   */
  readonly comesBySocket?: boolean;
  /** True if another connection is open, on which a request may be on its way. */
  readonly hasOtherConnections?: boolean;
  readonly delivery: StreamDeliveryMode;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
  /**
   * Reads the body; call it at most once. Rejects with decode failures (413, broken connection) and
   * with refusals of the reservation.
   */
  readonly readBody: (reservation: RequestBodyReservation) => Promise<UndecodedRequestBody>;
  /**
   * Sends the answer and adds it to the log entry. Throws or rejects if an item of a list fails
   * before the first byte is sent; then another answer may be written.
   */
  readonly write: (reply: ApiReply) => void | Promise<void>;
}

/** How a stream is delivered: as one list that ends, or item by item until the stream is closed. */
export type StreamDeliveryMode = "list" | "live";

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
