import { expect } from "chai";

import type { HandlersByOperationId } from "../../../middleware/api/handler.ts";
import { RequestPipeline } from "../../../middleware/api/pipeline.ts";
import { createJsonReply } from "../../../middleware/api/reply.ts";
import { coinHistoryErrorReplies } from "../../../middleware/served/history-error-replies.ts";
import decoding from "../../../spec/history-api.decoding.json" with { type: "json" };

describe("Pipeline", () => {
  it("throws for a handler of an operation that is not in the OpenAPI document", () => {
    const handlers: HandlersByOperationId = { makeHistory: () => createJsonReply({}) };
    expect(
      () => new RequestPipeline({ decoding, errors: coinHistoryErrorReplies, handlers }),
    ).to.throw(RangeError, "No operation is called makeHistory.");
  });
});
