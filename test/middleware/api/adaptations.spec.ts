import { expect } from "chai";

import {
  type ApiVersionDifferences,
  findMessageAdapter,
} from "../../../middleware/api/adaptations.ts";
import { formatErrorDetail } from "../../../middleware/api/message-text.ts";
import {
  type ApiReply,
  createJsonReply,
  createListReply,
  createPageReply,
  createTextReply,
} from "../../../middleware/api/reply.ts";

const thing = { omitted: ["newer"], repeated: { copy: "id" }, asText: ["detail"] };

const adaptations: ApiVersionDifferences = {
  requests: {
    operations: { ask: "Request", list: "Request" },
    schemas: { Request: { omitted: ["later"], fields: { byName: { entries: "Request" } } } },
  },
  answers: {
    operations: {
      ask: "Answer",
      list: { items: "Answer" },
      unlisted: "Answer",
      unknown: "Missing",
      page: { fields: { things: { items: "Thing" }, first: "Thing" } },
    },
    schemas: {
      Answer: {
        fields: {
          thing: "Thing",
          things: { items: "Thing" },
          wrapped: { fields: { value: "Thing" } },
        },
      },
      Thing: thing,
    },
  },
};

const adapterOf = (operationId: string) => {
  const adapter = findMessageAdapter(adaptations, operationId);
  if (adapter === undefined) throw new TypeError(operationId);
  return adapter;
};

const before = Object.freeze({ id: 1, newer: 2, detail: null });
const after = { id: 1, copy: 1, detail: "Unknown type for decoding" };

const written = async (reply: ApiReply): Promise<unknown> => {
  switch (reply.kind) {
    case "json":
      return reply.value;
    case "list":
    case "page": {
      const items: unknown[] = [];
      for await (const item of reply.items) items.push(item);
      return reply.kind === "list" ? items : { [reply.name]: items, ...reply.rest() };
    }
    case "text":
    case "bytes":
    case "empty":
    case "cut":
      return reply;
  }
};

describe("conversion of messages between API versions", () => {
  it("omits fields, copies fields and converts fields to text in records at any depth", async () => {
    const value = { thing: before, things: [before], wrapped: { value: before }, other: before };
    const adapted = { thing: after, things: [after], wrapped: { value: after }, other: before };
    const answered = adapterOf("ask").reply(createJsonReply(value));
    expect(await written(answered)).to.deep.equal(adapted);
    expect(before).to.have.property("newer");
    async function* items() {
      yield value;
      await Promise.resolve();
    }
    for (const listed of [createListReply([value]), createListReply(items())]) {
      expect(await written(adapterOf("list").reply(listed))).to.deep.equal([adapted]);
    }
    const paged = createPageReply("things", [before], () => ({ first: before, next: "t" }));
    const { reply } = adapterOf("page");
    expect(await written(reply(paged))).to.deep.equal({ things: [after], first: after, next: "t" });
  });

  it("returns the same object if no change is needed or the message is an error", async () => {
    const value = { thing: null, things: [], other: [before] };
    const { reply } = adapterOf("ask");
    expect(await written(reply(createJsonReply(value)))).to.equal(value);
    for (const same of [createJsonReply({ thing: before }, 404), createTextReply("text")]) {
      expect(reply(same)).to.equal(same);
    }
    expect(findMessageAdapter(adaptations, "other")).to.equal(undefined);
    expect(findMessageAdapter(undefined, "ask")).to.equal(undefined);
  });

  it("returns the same object if it is not in the form that differs between the versions", async () => {
    const listed = createListReply([before]);
    expect(adapterOf("unlisted").reply(listed)).to.equal(listed);
    for (const [operation, name] of [
      ["page", "others"],
      ["page", "first"],
      ["list", "things"],
      ["unknown", "things"],
    ] as const) {
      const paged = createPageReply(name, [before], () => ({}));
      expect(adapterOf(operation).reply(paged), `${operation} ${name}`).to.equal(paged);
    }
    for (const [operation, value] of [
      ["list", { thing: before }],
      ["ask", [before]],
      ["unknown", before],
    ] as const) {
      expect(await written(adapterOf(operation).reply(createJsonReply(value))), operation).to.equal(
        value,
      );
    }
  });

  it("does not search messages for fields that the version lacks", () => {
    const { request } = adapterOf("ask");
    const body = JSON.parse(
      '{"later":1,"a":2,"byName":{"__proto__":{"later":3,"b":4},"c":{}}}',
    ) as object;
    expect(JSON.stringify(request(body))).to.equal('{"a":2,"byName":{"__proto__":{"b":4},"c":{}}}');
    for (const odd of [null, 7, "text", [{ later: 1 }], { byName: [] }]) {
      expect(request(odd)).to.equal(odd);
    }
  });
});

describe("text of a decoded message", () => {
  const unknownFields = { fields: {} };

  it("names the error and the time to retry, or says that the message is not decoded", () => {
    const info = { reason: "CODE", domain: "", metadata: { category: "8", a: "b" }, unknownFields };
    expect(formatErrorDetail(info)).to.equal(
      "ErrorInfo(CODE,,Map(category -> 8, a -> b),UnknownFieldSet(Map()))",
    );
    const retry = { retryDelay: { seconds: 1, nanos: 0, unknownFields }, unknownFields };
    expect(formatErrorDetail(retry)).to.equal(
      "RetryInfo(Some(Duration(1,0,UnknownFieldSet(Map()))),UnknownFieldSet(Map()))",
    );
    const resource = { resourceType: "PARTY", resourceName: "a", owner: "", description: "" };
    expect(formatErrorDetail(resource)).to.equal("Unknown type for decoding");
  });
});
