import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { expect } from "chai";
import { WebSocket, WebSocketServer } from "ws";

import { maxTimeSliceMillis } from "../../../lib/base/scheduling/fair-scheduler.ts";
import { sendWebSocketFrames } from "../../../middleware/websocket/send-websocket-frames.ts";
import { useManualClock } from "../../support/manual-clock.ts";
import { waitUntilSettled } from "../../support/virtual-timers.ts";

/** An item whose JSON text would exceed the maximum string length. */
const tooLong = {
  toJSON: (): never => {
    throw new RangeError("Invalid string length");
  },
};

async function* itemsOf(...items: readonly unknown[]): AsyncGenerator {
  for (const item of items) yield await Promise.resolve(item);
}

describe("sendWebSocketFrames", () => {
  const spend = useManualClock();
  let server: ReturnType<typeof createServer>;
  let rejected: unknown[];
  const onRejection = (reason: unknown): void => void rejected.push(reason);

  beforeEach(async () => {
    rejected = [];
    // Added first, because the test runner may have a listener that ends the process.
    process.prependListener("unhandledRejection", onRejection);
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    process.off("unhandledRejection", onRejection);
    server.closeAllConnections();
    server.close();
  });

  /** Opens a connection. Returns both ends, and the messages that the client has received. */
  const connected = async () => {
    const sockets = new WebSocketServer({ noServer: true });
    server.once("upgrade", (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened)),
    );
    const { port } = server.address() as AddressInfo;
    const reader = new WebSocket(`ws://127.0.0.1:${port}`);
    const received: string[] = [];
    reader.on("message", (data: Buffer) => received.push(data.toString()));
    const [writer] = (await once(sockets, "connection")) as [WebSocket];
    return { writer, reader, received };
  };

  it("writes a long item as one message, yields meanwhile, and writes later items after it", async () => {
    const { writer, received, reader } = await connected();
    const text = "\u0001é🦊".repeat(10_000);
    // Creating each text takes a whole time slice.
    const toJSON = (): string => {
      spend(maxTimeSliceMillis);
      return text;
    };
    const long = { texts: Array.from({ length: 40 }, () => ({ toJSON })) };
    const json = JSON.stringify({ texts: long.texts.map(() => text) });
    const written = { isDone: false };
    const writing = sendWebSocketFrames(writer, itemsOf(1, long, 2)).finally(
      () => (written.isDone = true),
    );
    let rounds = 0;
    for (; !written.isDone; rounds++) await setImmediate();
    await writing;
    // At least one event loop iteration for each text.
    expect(rounds).to.be.at.least(long.texts.length);
    writer.close();
    await once(reader, "close");
    expect(received).to.have.length(3);
    expect(received[1] === json).to.equal(true);
    expect([received[0], received[2]]).to.deep.equal(["1", "2"]);
  });

  it("rejects to its caller if an item cannot be written, and reports the error nowhere else", async () => {
    const broken = await connected();
    const error = await sendWebSocketFrames(broken.writer, itemsOf(1, tooLong, 2)).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(RangeError);
    const honest = await connected();
    await sendWebSocketFrames(honest.writer, itemsOf(1, 2));
    honest.writer.close();
    await once(honest.reader, "close");
    expect(honest.received).to.deep.equal(["1", "2"]);
    await waitUntilSettled();
    expect(rejected).to.deep.equal([]);
    broken.writer.terminate();
  });

  it("creates items only as fast as the client reads", async () => {
    const { writer, reader } = await connected();
    // A connection that is being opened cannot be paused.
    if (reader.readyState === WebSocket.CONNECTING) await once(reader, "open");
    reader.pause();
    let made = 0;
    const items = function* () {
      for (; made < 100_000; made++) yield "x".repeat(64 * 1024);
    };
    const written = sendWebSocketFrames(writer, items());
    for (let before = -1; before !== made;) {
      before = made;
      for (let turn = 0; turn < 100; turn++) await setImmediate();
    }
    expect(made).to.be.greaterThan(1).and.lessThan(1000);
    reader.terminate();
    await written;
    expect(made).to.be.lessThan(1000);
  });
});
