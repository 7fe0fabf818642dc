import decoding from "../../spec/history-api.decoding.json" with { type: "json" };
import { RequestPipeline } from "../api/pipeline.ts";
import { coinHistoryHandlers } from "../handlers/history.ts";
import { coinHistoryErrorReplies } from "./history-error-replies.ts";

/**
 * Returns the history API of this process; created at the first call, shared by all routers and
 * fetches.
 */
export const getHistoryApiPipeline = (): RequestPipeline =>
  (pipeline ??= new RequestPipeline({
    decoding,
    errors: coinHistoryErrorReplies,
    handlers: coinHistoryHandlers,
  }));

let pipeline: RequestPipeline | undefined;
