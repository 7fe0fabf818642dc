import decoding from "../../spec/history-api.decoding.json" with { type: "json" };
import { type Api, createApi } from "../api/api.ts";
import { historyHandlers } from "../handlers/history.ts";
import { historyErrorReplies } from "./history-error-replies.ts";

/** The history API of this process; made at the first call, shared by all routers and fetches. */
export const historyApi = (): Api =>
  (made ??= createApi({ decoding, errors: historyErrorReplies, handlers: historyHandlers }));

let made: Api | undefined;
