import { once } from "node:events";

import { expect } from "chai";

import { definePackage, defineTemplate, Party, Text } from "../../lib/index.ts";
import { iouPackage } from "../support/iou-package.ts";
import { controlSecret, LedgerUnderAttack } from "../support/ledger-under-attack.ts";

const Long = defineTemplate("Main:Long", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
});
const long = definePackage({ name: "long", version: "1.0.0", templates: { Long } });

const mebi = 1024 * 1024;

/** Number of characters that exceeds the longest string of V8. */
const moreThanText = 2 ** 29;

describe("attacks by very large exports @slow", function () {
  let besieged: LedgerUnderAttack;

  beforeEach(async () => {
    besieged = await LedgerUnderAttack.serve({ packages: [iouPackage, long] });
  });

  afterEach(() => besieged.close());

  const formats = ["format=har", "format=jsonl", "after=0&limit=1000"];

  const head = (path: string): string =>
    `GET /control${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
    `Authorization: Bearer ${controlSecret}\r\n\r\n`;

  /** Reads the response, discards it, and returns its length in bytes. */
  const lengthOf = async (path: string): Promise<number> => {
    const socket = await besieged.connect();
    let length = 0;
    let status = "";
    socket.once("data", (chunk: Buffer) => (status = chunk.toString("latin1", 9, 12)));
    socket.on("data", (chunk: Buffer) => (length += chunk.length));
    socket.write(head(path));
    await once(socket, "close");
    expect(status, path).to.equal("200");
    return length;
  };

  /** Sends the request and does not read the response. */
  const ask = async (path: string) => {
    const socket = await besieged.connect();
    socket.pause().write(head(path));
    return socket;
  };

  it("other users' calls stay fast while a client exports a full request journal", async () => {
    const { requests } = besieged.ledger;
    requests.keep({ entries: 100_000, bodies: true, bodyLength: mebi });
    // The export escapes the quotes of the body, which doubles its length.
    const body = Buffer.from(`{"user":{"id":"${'\\"'.repeat(mebi / 2)}"}}`);
    await besieged.beside(
      async () => {
        for (let count = 0; count < 40; count++) {
          await besieged.attack("POST", "/v2/users", body);
        }
        const unread = await Promise.all(formats.map((format) => ask(`/requests?${format}`)));
        for (let count = 0; count < 8; count++) {
          for (const format of formats) {
            expect(await lengthOf(`/requests?${format}`)).to.be.within(30 * mebi, 150 * mebi);
          }
        }
        for (const socket of unread) socket.destroy();
      },
      { maxHeldMiB: 256 },
    );
  });

  it("streams a journal with very many long URLs while the client reads it", async () => {
    const { requests } = besieged.ledger;
    requests.keep({ entries: 100_000 });
    await besieged.attack("GET", `/v2/users/nobody?a=${"%0a".repeat(600)}`);
    const [entry] = requests;
    requests.restore(
      Array.from({ length: 100_000 }, (_, at) => ({
        ...(entry ?? expect.fail("Nothing is kept.")),
        id: at + 1,
      })),
    );
    await besieged.beside(
      async () => {
        for (const format of formats) {
          expect(await lengthOf(`/requests?${format}`)).to.be.above(mebi);
        }
      },
      { maxHeldMiB: 256 },
    );
  });

  it("streams the whole history, although it exceeds the maximum string length", async () => {
    const { bob, ledger } = besieged;
    // All contracts share this one string, so together they use no more memory than one of them.
    const text = "x".repeat(16 * mebi);
    const create = {
      CreateCommand: { templateId: "#long:Main:Long", createArguments: { owner: bob, text } },
    };
    for (let count = 0; count < 33; count++) {
      await ledger.submit({ actAs: bob, commands: [create] });
    }
    await besieged.beside(
      async () => {
        const unread = await Promise.all(
          ["json", "yaml"].map((format) => ask(`/export?format=${format}`)),
        );
        for (const format of ["json", "yaml"]) {
          expect(await lengthOf(`/export?format=${format}`)).to.be.above(moreThanText);
        }
        for (const socket of unread) socket.destroy();
      },
      { maxHeldMiB: 256 },
    );
  });
});
