import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The answer to an earlier request on a connection that is not finished yet. */
export const answerUnderWay = (socket: Duplex): ServerResponse | undefined => {
  // What Node itself goes by; it has no public name.
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
};
