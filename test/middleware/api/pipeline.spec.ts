import { expect } from "chai";

import type { Handlers } from "../../../middleware/api/handler.ts";
import { Pipeline } from "../../../middleware/api/pipeline.ts";
import { jsonReply } from "../../../middleware/api/reply.ts";
import { historyErrorReplies } from "../../../middleware/served/history-error-replies.ts";
import decoding from "../../../spec/history-api.decoding.json" with { type: "json" };

describe("Pipeline", () => {
  it("throws for a handler of an operation that is not in the OpenAPI document", () => {
    const handlers: Handlers = { makeHistory: () => jsonReply({}) };
    expect(() => new Pipeline({ decoding, errors: historyErrorReplies, handlers })).to.throw(
      RangeError,
      "No operation is called makeHistory.",
    );
  });
});
