import { EventEmitter, once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";

import { expect } from "chai";

import { lingerThenClose } from "../../../middleware/node-http/linger-then-close.ts";
import { VirtualTimers } from "../../support/virtual-timers.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const second = 1_000;
const enough = 64 * 1024;

/** A client that still sends the body of its request after the server has responded. */
interface Sender {
  readonly socket: Socket;
  readonly timers: VirtualTimers;
  readonly request: IncomingMessage;
  /** Resolves when the server has received these bytes. */
  readonly send: (bytes: number) => Promise<void>;
}

const answeredEarly = async (
  length: number,
  use: (sender: Sender) => Promise<void>,
): Promise<void> => {
  const timers = new VirtualTimers();
  const heard = new EventEmitter();
  let received = 0;
  await withListeningServer(
    (request, response) => {
      if (request.method === "GET") return void response.end("alive");
      response.end("answer");
      lingerThenClose(request, timers);
      request.on("data", (chunk: Uint8Array) => {
        received += chunk.byteLength;
        heard.emit("more");
      });
      heard.emit("request", request);
    },
    async (baseUrl) => {
      const { hostname, port } = new URL(baseUrl);
      const socket = connect(Number(port), hostname);
      socket.on("error", () => socket.destroy());
      const answered = once(socket, "data");
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
      const [request] = (await once(heard, "request")) as [IncomingMessage];
      await answered;
      const send = async (bytes: number): Promise<void> => {
        const all = received + bytes;
        socket.write(Buffer.alloc(bytes, " "));
        while (received < all) await once(heard, "more");
      };
      await use({ socket, timers, request, send });
      socket.destroy();
    },
  );
};

describe("request body that arrives after the response", () => {
  it("is discarded while at least 64 KiB arrive per second; the connection stays open", async () => {
    await answeredEarly(5 * enough, async ({ socket, timers, request, send }) => {
      for (let count = 0; count < 4; count++) {
        await send(enough);
        await timers.advance(second);
        expect(request.socket.destroyed, `after ${count + 1} s`).to.equal(false);
      }
      await send(enough);
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      expect(String(await once(socket, "data"))).to.contain("alive");
      expect(timers.pending).to.equal(0);
    });
  });

  it("closes the connection if less arrives in a second", async () => {
    await answeredEarly(3 * enough, async ({ socket, timers, request, send }) => {
      await send(enough);
      await timers.advance(second);
      await send(enough - 1);
      await timers.advance(second - 1);
      expect(request.socket.destroyed).to.equal(false);
      const closed = once(socket, "close");
      await timers.advance(1);
      expect(request.socket.destroyed).to.equal(true);
      await closed;
    });
  });

  it("closes the connection after half a minute, however fast it arrives", async () => {
    await answeredEarly(100 * enough, async ({ timers, request, send }) => {
      for (let count = 1; count < 30; count++) {
        await send(2 * enough);
        await timers.advance(second);
        expect(request.socket.destroyed, `after ${count} s`).to.equal(false);
      }
      await send(2 * enough);
      await timers.advance(second);
      expect(request.socket.destroyed).to.equal(true);
    });
  });
});
