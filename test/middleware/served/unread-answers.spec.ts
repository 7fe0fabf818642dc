import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { expect } from "chai";
import express from "express";

import type { Ledger } from "../../../lib/index.ts";
import { createHistoryRouter, createLedgerRouter } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { memoryAfterCollection } from "../../support/memory.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const mebi = 1024 * 1024;

const served = <Result>(
  ledger: Ledger,
  use: (baseUrl: string) => Promise<Result>,
): Promise<Result> => {
  const app = express();
  app.use(createLedgerRouter(ledger, { auth: "disabled" }), createHistoryRouter(ledger));
  return withListeningServer(app, use);
};

const ask = (baseUrl: string, method: string, path: string, body: object): Promise<Response> =>
  fetch(baseUrl + path, { method, body: JSON.stringify(body) });

/** Sends a request over its own connection, and reads only the first bytes of the response. */
const askAndWait = async (
  baseUrl: string,
  method: string,
  path: string,
  body: object,
): Promise<Socket> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ port: Number(port), host: hostname, onread: undefined });
  await once(socket, "connect");
  const text = JSON.stringify(body);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  await once(socket, "readable");
  return socket;
};

describe("unread responses @slow", () => {
  /** Creates 10,000 contracts in twenty transactions. */
  const manyContracts = async () => {
    const made = await iouLedger();
    const { ledger, alice } = made;
    const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    for (let count = 0; count < 20; count++) {
      await ledger.submit({ actAs: alice, commands: Array(500).fill(command) });
    }
    return { ...made, command };
  };

  it("use little memory while other clients are answered: pages of ten thousand contracts, and large updates", async () => {
    const { ledger, alice, command } = await manyContracts();
    const eventFormat = { filtersByParty: { [alice]: {} }, verbose: false };
    const updateFormat = {
      includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" },
    };
    const asked = [
      [
        "GET",
        "/v2/state/active-contracts-page",
        { activeAtOffset: ledger.state.ledgerEnd, eventFormat, maxPageSize: 10_000 },
      ],
      ["POST", "/v2/updates/updates-page", { updateFormat, maxPageSize: 100 }],
    ] as const;
    await served(ledger, async (baseUrl) => {
      const before = memoryAfterCollection();
      const sockets: Socket[] = [];
      for (let count = 0; count < 30; count++) {
        for (const [method, path, body] of asked) {
          sockets.push(await askAndWait(baseUrl, method, path, body));
        }
        const submission = commandsBody(alice, command);
        const other = await ask(baseUrl, "POST", "/v2/commands/submit-and-wait", submission);
        expect(other.status).to.equal(200);
      }
      expect(memoryAfterCollection() - before).to.be.below(100 * mebi);
      for (const socket of sockets) socket.destroy();
    });
  });

  it("have the same content as responses that are read at once and without other requests", async () => {
    const { ledger, alice } = await manyContracts();
    const eventFormat = { filtersByParty: { [alice]: {} }, verbose: false };
    await served(ledger, async (baseUrl) => {
      const contracts = new Set<string>();
      let pageToken: string | null | undefined;
      let pages = 0;
      do {
        const { ledgerEnd: activeAtOffset } = ledger.state;
        const path = "/v2/state/active-contracts-page";
        const request = { activeAtOffset, eventFormat, maxPageSize: 6_000, pageToken };
        const { hostname, port } = new URL(baseUrl);
        const text = JSON.stringify(request);
        const socket = connect(Number(port), hostname);
        socket.write(`GET ${path} HTTP/1.0\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
        let answer = "";
        for await (const chunk of socket.setEncoding("utf8")) answer += String(chunk);
        const page = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)) as {
          readonly activeContracts: readonly {
            readonly contractEntry: {
              readonly JsActiveContract: { readonly createdEvent: { readonly contractId: string } };
            };
          }[];
          readonly nextPageToken: string | null;
        };
        for (const { contractEntry } of page.activeContracts) {
          contracts.add(contractEntry.JsActiveContract.createdEvent.contractId);
        }
        ({ nextPageToken: pageToken } = page);
        pages++;
      } while (pageToken !== null);
      expect([pages, contracts.size]).to.deep.equal([2, 10_000]);
    });
  });
});
