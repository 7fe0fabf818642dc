import type { ApiReply } from "../api/reply.ts";

/** A reply with a long text, which is computed while it is written. */
export interface ChunkedTextReply {
  readonly kind: "chunks";
  readonly contentType: string;
  readonly chunks: AsyncIterable<string>;
}

/** A response of the control API. */
export type ControlReply = ApiReply | ChunkedTextReply;

/** Returns a reply of a long text. */
export const createChunksReply = (
  contentType: string,
  chunks: AsyncIterable<string>,
): ChunkedTextReply => ({
  kind: "chunks",
  contentType,
  chunks,
});

/** A request to a known route, with a valid length. */
export interface RoutedControlApiRequest {
  readonly method: string;
  /** Path below the mount. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Text, or the value that the host's body parser produced. */
  readonly body: unknown;
  /** Id in the path; empty for a route without one. */
  readonly id: string;
}

/** Answers a request. Errors of the ledger become responses. */
export type ControlHandler = (
  request: RoutedControlApiRequest,
) => ControlReply | Promise<ControlReply>;

/** Handlers by method and path, such as `post /snapshots/{id}/revert`. */
export type ControlHandlers = Readonly<Record<string, ControlHandler>>;
