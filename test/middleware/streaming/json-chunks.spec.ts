import { once } from "node:events";
import { request } from "node:http";

import { expect } from "chai";
import fc from "fast-check";

import {
  createJsonReply,
  createListReply,
  createPageReply,
} from "../../../middleware/api/reply.ts";
import { convertReplyToFetchResponse } from "../../../middleware/fetch/web-response.ts";
import { writeReply } from "../../../middleware/node-http/write-reply.ts";
import {
  generateJsonChunks,
  jsonArrayChunks,
  maxUnsplitTextLength,
  readTextOrChunks,
  stringifyReply,
} from "../../../middleware/streaming/json-chunks.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";
import { useManualClock } from "../../support/manual-clock.ts";
import { runs } from "../../support/properties.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const collected = async (chunks: AsyncIterable<string>): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
};

/** Returns an endless source that counts its items and records when it was closed. */
const endless = () => {
  const source = { made: 0, isClosed: false, items: undefined as unknown as Iterable<string> };
  source.items = (function* () {
    try {
      for (;;) yield "x".repeat(1_000) + String(source.made++);
    } finally {
      source.isClosed = true;
    }
  })();
  return source;
};

/**
 * Writes a reply. `writeReply` writes a short reply synchronously and throws its errors; here they reject.
 */
const write = async (...given: Parameters<typeof writeReply>): Promise<void> => {
  await writeReply(...given);
};

describe("jsonArrayChunks", () => {
  const spend = useManualClock();

  it("returns the same text as JSON.stringify, for any chunk size @property", async () => {
    const items = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 50 }), async (values, chunkLength) => {
        const chunks = await collected(jsonArrayChunks(values, { chunkLength }));
        expect(chunks.join("")).to.equal(JSON.stringify(values));
      }),
      { numRuns: runs(25) },
    );
  });

  it("writes null for items that JSON cannot represent, like JSON.stringify", async () => {
    const items = [undefined, 1, undefined];
    expect((await collected(jsonArrayChunks(items))).join("")).to.equal(JSON.stringify(items));
  });

  it("reads the source only on demand, and closes it", async () => {
    const source = endless();
    const chunks = jsonArrayChunks(source.items, { chunkLength: 10_000 });
    await chunks.next();
    expect(source.made).to.be.within(1, 11);
    await chunks.return();
    expect(source.isClosed).to.equal(true);
  });

  it("yields to the event loop while it creates items", async () => {
    const rounds = countLoopIterations();
    const slow = (function* () {
      for (let item = 0; item < 10; item++) {
        spend(5);
        yield item;
      }
    })();
    await collected(jsonArrayChunks(slow));
    expect(rounds()).to.be.greaterThan(5);
  });
});

describe("readTextOrChunks", () => {
  it("returns a short list synchronously", async () => {
    expect(await readTextOrChunks(jsonArrayChunks([]))).to.equal("[]");
    expect(await readTextOrChunks(jsonArrayChunks([1, "a"]))).to.equal('[1,"a"]');
  });

  it("returns a long list in chunks, and closes the source of an abandoned one", async () => {
    const source = endless();
    const text = await readTextOrChunks(jsonArrayChunks(source.items));
    if (typeof text === "string") return expect.fail("a list without end has no text");
    await text.next();
    await text.return();
    expect(source.isClosed).to.equal(true);
  });

  it("throws the error of the items", async () => {
    const failing = (function* () {
      yield 1;
      throw new RangeError("no more");
    })();
    expect(await readTextOrChunks(jsonArrayChunks(failing)).catch(String)).to.equal(
      "RangeError: no more",
    );
  });
});

describe("jsonPieces", () => {
  it("returns the same text as JSON.stringify, in pieces", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...generateJsonChunks(value)].join("")).to.equal(JSON.stringify(value));
      }),
      { numRuns: runs(100) },
    );
    const sparse = { a: undefined, b: [undefined, 1], c: {}, d: [] };
    expect([...generateJsonChunks(sparse)].join("")).to.equal(JSON.stringify(sparse));
  });

  it("writes values that have a field named toJSON, and calls toJSON of dates", () => {
    const items = Array.from({ length: 10 }, () => "x".repeat(maxUnsplitTextLength));
    const record = { toJSON: "a text", items, at: new Date(0) };
    const pieces = [...generateJsonChunks(record)];
    expect(pieces.join("")).to.equal(JSON.stringify(record));
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(2 * maxUnsplitTextLength);
  });

  it("splits long texts into short pieces, between characters", () => {
    const text = `x${"\u{1f600}\ud800".repeat(maxUnsplitTextLength)}`;
    const pieces = [...generateJsonChunks({ deep: [[text]] })];
    expect(pieces.join("")).to.equal(JSON.stringify({ deep: [[text]] }));
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(4 * maxUnsplitTextLength);
  });
});

describe("object in a reply", () => {
  const textOf = async (reply: Parameters<typeof stringifyReply>[0]): Promise<string> => {
    const text = await stringifyReply(reply);
    return typeof text === "string" ? text : (await collected(text)).join("");
  };

  it("has the same text, long or short, written at once or in pieces", async () => {
    for (const count of [0, 1, 101, 5_000]) {
      const items = Array.from({ length: count }, (_, index) => ({ index, text: "x".repeat(99) }));
      const object = { items, next: null };
      expect(await textOf(createJsonReply(object))).to.equal(JSON.stringify(object));
      const rest = () => ({ next: null });
      expect(await textOf(createPageReply("items", items, rest))).to.equal(JSON.stringify(object));
      expect(await textOf(createPageReply("items", items, () => ({})))).to.equal(
        JSON.stringify({ items }),
      );
    }
  });
});

describe("list in a reply", () => {
  it("is cut if the client does not read for a long time", async () => {
    const source = endless();
    await withListeningServer(
      (_, response) => void write(response, createListReply(source.items), { unreadMillis: 20 }),
      async (baseUrl) => {
        const sent = request(baseUrl).end();
        const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
        response.on("error", () => undefined);
        sent.on("error", () => undefined);
        while (!source.isClosed) await new Promise(setImmediate);
      },
    );
  });

  it("waits for a client that does not read, and stops when the client disconnects", async () => {
    const source = endless();
    let finished: Promise<void> = Promise.resolve();
    await withListeningServer(
      (_, response) => {
        finished = write(response, createListReply(source.items));
      },
      async (baseUrl) => {
        const sent = request(baseUrl).end();
        const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
        await once(response, "readable");
        const madeAtFirst = await settled(() => source.made);
        // The items that fit into the buffers of sockets and streams.
        expect(madeAtFirst).to.be.below(20_000);
        sent.destroy();
        await finished;
        expect(source.isClosed).to.equal(true);
      },
    );
  });

  it("cuts the connection if its items fail in the middle", async () => {
    const failing = (function* () {
      for (let item = 0; item < 1_000; item++) yield "x".repeat(1_000);
      throw new RangeError("no more");
    })();
    await withListeningServer(
      (_, response) => void write(response, createListReply(failing)),
      async (baseUrl) => {
        const response = await fetch(baseUrl);
        expect(response.status).to.equal(200);
        expect(await response.text().catch(() => "broken")).to.equal("broken");
      },
    );
  });

  it("reads its items in process only on demand, and ends with the abort signal", async () => {
    const source = endless();
    const controller = new AbortController();
    const response = await convertReplyToFetchResponse(createListReply(source.items), {
      method: "POST",
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(source.made).to.be.below(1_000);
    controller.abort(new RangeError("enough"));
    const reading = (async () => {
      for (;;) await reader?.read();
    })();
    expect(await reading.catch(String)).to.equal("RangeError: enough");
    expect(source.isClosed).to.equal(true);
  });
});

/** Waits until the value has not changed for several event loop iterations, and returns it. */
const settled = async (read: () => number): Promise<number> => {
  for (let before = read(); ; before = read()) {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    if (read() === before) return before;
  }
};
