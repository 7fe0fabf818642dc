import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Returns the unfinished response to an earlier request on this connection; undefined if there is
 * none.
 */
export const findUnfinishedResponseOnSocket = (socket: Duplex): ServerResponse | undefined => {
  // Node stores the response in an internal field; it has no public one.
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
};
