import decoding from "../../spec/history-api.decoding.json" with { type: "json" };
import { Pipeline } from "../api/pipeline.ts";
import { historyHandlers } from "../handlers/history.ts";
import { historyErrorReplies } from "./history-error-replies.ts";

/**
 * Returns the history API of this process; created at the first call, shared by all routers and
 * fetches.
 */
export const historyApi = (): Pipeline =>
  (pipeline ??= new Pipeline({ decoding, errors: historyErrorReplies, handlers: historyHandlers }));

let pipeline: Pipeline | undefined;
