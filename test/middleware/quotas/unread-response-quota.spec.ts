import { once } from "node:events";
import { request } from "node:http";

import { expect } from "chai";

import { isLedgerError } from "../../../lib/index.ts";
import { type ApiReply, createJsonReply, createListReply } from "../../../middleware/api/reply.ts";
import { writeReply } from "../../../middleware/node-http/write-reply.ts";
import { UnreadResponseQuota } from "../../../middleware/quotas/unread-response-quota.ts";
import { stringifyReply } from "../../../middleware/streaming/json-chunks.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const mebi = 1024 * 1024;

const longText = (userId: string) => ({ ...createJsonReply({ text: "x".repeat(mebi) }), userId });

/** Returns a quota with the same limit for each user and for callers without a user. */
const unreadOf = (most: number) => new UnreadResponseQuota({ user: most, others: most });

/** Starts a reply, and reads only enough of it to know that it is long. */
const begin = async (reply: Parameters<typeof stringifyReply>[0], unread: UnreadResponseQuota) => {
  try {
    const text = await stringifyReply(reply, unread);
    return typeof text === "string" ? "short" : text;
  } catch (error) {
    return isLedgerError(error) ? error.code : String(error);
  }
};

const read = async (chunks: Awaited<ReturnType<typeof begin>>): Promise<void> => {
  if (typeof chunks === "string") return expect.fail(`not to be read: ${chunks}`);
  for await (const chunk of chunks) expect(chunk).to.be.a("string");
};

/**
 * Writes a reply. `writeReply` writes a short reply synchronously and throws its errors; here they reject.
 */
const write = async (...given: Parameters<typeof writeReply>): Promise<void> => {
  await writeReply(...given);
};

describe("UnreadResponseQuota", () => {
  it("refuses further responses to a user with too many unread bytes, and to no other user", async () => {
    const unread = unreadOf(3 * mebi);
    const first = await begin(longText("mallory"), unread);
    const second = await begin(longText("mallory"), unread);
    expect(await begin(longText("mallory"), unread)).to.equal("PARTICIPANT_BACKPRESSURE");
    const other = await begin(longText("ann"), unread);
    await read(other);
    await read(first);
    await read(await begin(longText("mallory"), unread));
    await read(second);
  });

  it("does not refuse a single response of any length", async () => {
    const unread = unreadOf(mebi / 2);
    await read(await begin(longText("mallory"), unread));
    await read(await begin(longText("mallory"), unread));
  });

  it("does not refuse responses of commands that are already committed", async () => {
    const unread = unreadOf(mebi);
    const first = await begin(longText("mallory"), unread);
    expect(await begin(longText("mallory"), unread)).to.equal("PARTICIPANT_BACKPRESSURE");
    const outcome = await begin({ ...longText("mallory"), isOutcome: true }, unread);
    await read(outcome);
    await read(first);
    await read(await begin(longText("mallory"), unread));
  });

  it("releases a response when writing fails", async () => {
    const unread = unreadOf(mebi);
    let outcome: Promise<unknown> = Promise.resolve();
    await withListeningServer(
      (_, response) => {
        response.end("answered elsewhere");
        const written = write(response, longText("mallory"), { responses: unread });
        outcome = written.catch((error: unknown) => error);
      },
      async (baseUrl) => {
        await (await fetch(baseUrl)).text();
      },
    );
    expect(await outcome).to.have.property("code", "ERR_HTTP_HEADERS_SENT");
    await read(await begin(longText("mallory"), unread));
  });

  it("releases a response when it is abandoned", async () => {
    const unread = unreadOf(mebi / 2);
    const chunks = await begin(longText("mallory"), unread);
    if (typeof chunks === "string") return expect.fail(chunks);
    await chunks.next();
    await chunks.return();
    await read(await begin(longText("mallory"), unread));
  });

  it("counts the whole length of long responses and of lists that are collected before they are sent", async () => {
    const unread = unreadOf(2 * mebi);
    const short = { ...createListReply([1, 2]), userId: "mallory" };
    for (let count = 0; count < 1_000; count++) {
      expect(await begin(short, unread)).to.equal("short");
    }
    const collected = () => ({
      ...createListReply(Array.from({ length: 16 }, (_, at) => `${at}`.repeat(mebi / 16))),
      userId: "mallory",
    });
    const first = await begin(collected(), unread);
    expect(await begin(collected(), unread)).to.equal("PARTICIPANT_BACKPRESSURE");
    await read(first);
    const source = { isClosed: false };
    const made = (function* () {
      try {
        for (;;) yield "x".repeat(1_000);
      } finally {
        source.isClosed = true;
      }
    })();
    const full = await begin(longText("mallory"), unreadOf(1));
    expect(full).not.to.be.a("string");
    const beside = unreadOf(1);
    await begin(longText("mallory"), beside);
    expect(await begin({ ...createListReply(made), userId: "mallory" }, beside)).to.equal(
      "PARTICIPANT_BACKPRESSURE",
    );
    expect(source.isClosed).to.equal(true);
  });

  it("releases a response when the client's connection is cut", async () => {
    const unread = unreadOf(mebi);
    let written: Promise<void> = Promise.resolve();
    const reply: ApiReply = {
      ...createJsonReply({ text: "x".repeat(64 * mebi) }),
      userId: "mallory",
    };
    await withListeningServer(
      (_, response) => {
        written = write(response, reply, { responses: unread });
        written.catch(() => response.destroy());
      },
      async (baseUrl) => {
        const asked = request(baseUrl).end();
        const [response] = (await once(asked, "response")) as [{ destroy: () => void }];
        expect(await begin(longText("mallory"), unread)).to.equal("PARTICIPANT_BACKPRESSURE");
        response.destroy();
        await written;
        await read(await begin(longText("mallory"), unread));
      },
    );
  });
});
