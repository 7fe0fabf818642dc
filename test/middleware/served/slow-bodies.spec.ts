import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { expect } from "chai";
import express from "express";

import { createUser } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { createLedgerRouter, type LedgerApiOptions } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { measureHonestCaller } from "../../support/honest-caller.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { withStreams } from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const auth = { hs256Secret: secret };
const submit = "/v2/commands/submit-and-wait";
const mebi = 1024 * 1024;

const tokenOf = (sub: string): string => signedToken(scopeClaims(sub));

const bearer = (sub: string): string => `Authorization: Bearer ${tokenOf(sub)}`;

/** Returns a ledger with a user who acts as a party, and another user. */
const ledgerWithUsers = async () => {
  const made = await iouLedger();
  const { ledger, alice } = made;
  const rights = [{ kind: { CanActAs: { value: { party: alice } } } }];
  for (const id of ["ann", "mallory"]) {
    await createUser(ledger, { user: { id, primaryParty: alice }, rights });
  }
  return made;
};

const served = <Result>(
  ledger: Ledger,
  options: Partial<LedgerApiOptions>,
  use: (baseUrl: string) => Promise<Result>,
): Promise<Result> => {
  const app = express();
  app.use(createLedgerRouter(ledger, { auth, ...options }));
  return withListeningServer(app, use);
};

/** Returns the head of a POST request; the test sends the body later or never. */
const head = (path: string, length: number, ...fields: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, "Host: localhost", `Content-Length: ${length}`, ...fields, "", ""].join(
    "\r\n",
  );

const opened = async (baseUrl: string): Promise<Socket> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
};

/** Returns the status of the first response. */
const statusOf = async (socket: Socket): Promise<number> => {
  const [answer] = (await once(socket, "data")) as [Buffer];
  return Number(answer.toString("latin1").split(" ")[1]);
};

/**
 * Resolves when the connection is closed. Ignores errors, which a client may get if it sends on a cut
 * connection.
 */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once("close", () => resolve()));

const sent = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.write(bytes, () => resolve());
  });

describe("request body that arrives slowly or never @slow", () => {
  it("is refused before it arrives, if it is long and the request has no token", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head(submit, 7 * mebi));
      expect(await statusOf(socket)).to.equal(401);
      socket.destroy();
    });
  });

  it("A.1- is refused before it arrives if the request has no token, for operations that check the token first", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head("/v2/packages", 1000));
      expect(await statusOf(socket)).to.equal(401);
      socket.destroy();
    });
  });

  it("A.7- is not read if the ledger does not know the user of the token", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head(submit, 1000, bearer("nobody")));
      expect(await statusOf(socket)).to.equal(403);
      socket.destroy();
    });
  });

  it("is read without a token if it is short, and its errors are reported first", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const answers = ["{", "{}"].map((body) => fetch(baseUrl + submit, { method: "POST", body }));
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).to.deep.equal([400, 400]);
    });
  });

  it("is refused while it arrives, if the request has no token and does not say the length", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const socket = await opened(baseUrl);
      const chunk = `${(32 * 1024).toString(16)}\r\n${" ".repeat(32 * 1024)}\r\n`;
      socket.write(
        `POST ${submit} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(chunk + chunk + chunk);
      expect(await statusOf(socket)).to.equal(401);
      socket.destroy();
    });
  });

  const attackers: readonly [title: string, fields: readonly string[], bytes: number][] = [
    ["by many without a token", [], 3 * mebi],
    ["by many connections of one user", [bearer("mallory")], 3 * mebi],
  ];
  for (const [title, fields, bytes] of attackers) {
    it(`uses little memory when sent ${title}, and does not delay other users`, async () => {
      const { ledger, alice } = await ledgerWithUsers();
      const intake = { maxAnonymousBytes: mebi, maxUserBytes: 8 * mebi };
      await served(ledger, { intake }, async (baseUrl) => {
        const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
        const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
        const honest = async (): Promise<void> => {
          const { status } = await fetch(baseUrl + submit, {
            method: "POST",
            headers: { authorization: `Bearer ${tokenOf("ann")}` },
            body: JSON.stringify(commandsBody(alice, command, { userId: "ann" })),
          });
          expect(status).to.equal(200);
        };
        const part = Buffer.alloc(bytes - 1, " ");
        let sockets: readonly Socket[] = [];
        const attack = async (): Promise<void> => {
          for (const socket of sockets) socket.destroy();
          sockets = await Promise.all(Array.from({ length: 40 }, () => opened(baseUrl)));
          const parts = sockets.map((socket) => {
            socket.write(head(submit, bytes, ...fields));
            return sent(socket, part);
          });
          await Promise.all(parts);
        };
        // The connections stay open until memory is measured for the last time.
        await measureHonestCaller({ calls: [honest], maxHeldMiB: 64 }, attack);
        for (const socket of sockets) socket.destroy();
      });
    });
  }

  it("is dropped with its connection when it takes too long", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, { auth: "disabled", requestTimeoutMillis: 20 }, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head(submit, 1000));
      socket.write(" ".repeat(500));
      expect(await statusOf(socket)).to.equal(503);
      await closed(socket);
    });
  });

  it("is awaited only briefly after the response; then the connection is closed", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, { auth }, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head(submit, 1_000_000));
      expect(await statusOf(socket)).to.equal(401);
      // Faster than the idle timeout of a connection.
      const drip = setInterval(() => socket.write(" "), 100);
      await closed(socket);
      clearInterval(drip);
    });
  });

  it("is discarded after the response, and the connection stays open, if the rest arrives soon", async () => {
    const { ledger } = await iouLedger();
    await served(ledger, {}, async (baseUrl) => {
      const socket = await opened(baseUrl);
      socket.write(head(submit, 100_000));
      expect(await statusOf(socket)).to.equal(401);
      socket.write(" ".repeat(100_000) + "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
      expect(await statusOf(socket)).to.equal(200);
      socket.destroy();
    });
  });
});

describe("WebSocket messages that arrive slowly or never @slow", () => {
  it("close the connection if their senders have no token", async () => {
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth }, async ({ connect: join }) => {
      const client = await join("/v2/updates");
      client.socket.send(" ".repeat(100_000), { fin: false });
      await client.closed;
    });
  });

  it("end the stream of a user that exceeds the limit, and no other user's stream", async () => {
    const { ledger } = await ledgerWithUsers();
    const intake = { maxUserBytes: mebi };
    await withStreams(ledger, { auth, intake }, async ({ connect: join }) => {
      const offered = (sub: string) => [`jwt.token.${tokenOf(sub)}`, "daml.ws.auth"];
      const honest = await join("/v2/updates", offered("ann"));
      honest.socket.send("{", { fin: false });
      const clients = await Promise.all(
        Array.from({ length: 4 }, () => join("/v2/updates", offered("mallory"))),
      );
      for (const { socket } of clients) socket.send(" ".repeat(400_000), { fin: false });
      await Promise.race(clients.map(({ closed }) => closed));
      honest.socket.send("}");
      expect((await honest.all()).frames).to.have.length(1);
      for (const { socket } of clients) socket.terminate();
    });
  });

  it("end streams without a token to free memory for other callers", async () => {
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth }, async ({ connect: join }) => {
      const first = await join("/v2/updates");
      const more = [];
      for (let count = 0; count < 256; count++) more.push(await join("/v2/updates"));
      await first.closed;
      const last = more.at(-1);
      expect((await last?.send("{}").all())?.frames).to.have.length(1);
      for (const { socket } of more) socket.terminate();
    });
  });
});
