import { once } from "node:events";

import { expect } from "chai";

import { BesiegedLedger } from "../support/besieged-ledger.ts";

describe("who waits, beside an innocent caller", function () {
  // Longer than any of them takes, on a machine that others use, too.
  this.timeout(300_000);

  it("takes no place of others with commands for a time years ahead", async () => {
    const besieged = await BesiegedLedger.serve({ clock: "real" });
    const { bob } = besieged;
    const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: [] };
    const refused: string[] = [];
    const many = 400;
    const answers: Promise<void>[] = [];
    await besieged.beside(
      () =>
        new Promise<void>((resolve) => {
          for (let count = 0; count < many; count++) {
            const body = besieged.submission("#iou:Iou:Iou", iou, {
              minLedgerTimeAbs: "2036-01-01T00:00:00Z",
            });
            const answer = besieged.send("mallory", "POST", "/v2/commands/submit-and-wait", body);
            answers.push(
              answer.then(
                ({ text }) => {
                  refused.push(/"code":"(\w+)"/u.exec(text)?.[1] ?? text);
                  if (refused.length >= many - 256) resolve();
                },
                () => undefined,
              ),
            );
          }
        }),
    );
    expect(new Set(refused)).to.deep.equal(new Set(["PARTICIPANT_BACKPRESSURE"]));
    await besieged.close();
    await Promise.all(answers);
  });

  it("keeps nobody from being read to: many streams, that are not read, half open or of nobody", async () => {
    const besieged = await BesiegedLedger.serve();
    const { bob, ledger } = besieged;
    const updateFormat = { includeTransactions: besieged.effects };
    const request = JSON.stringify({ beginExclusive: 0, updateFormat });
    await besieged.beside(
      async () => {
        const streams = [];
        for (let count = 0; count < 100; count++) {
          const stream = await besieged.stream("/v2/updates", "mallory");
          stream.send(request);
          stream.pause();
          streams.push(stream);
          await besieged.stream("/v2/updates", "nobody");
        }
        const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: Array(1_000).fill(bob) };
        for (let count = 0; count < 20; count++) await besieged.create("#iou:Iou:Iou", iou);
        for (let count = 0; count < 100; count++) {
          const socket = await besieged.connect();
          socket.write("GET /v2/updates HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n");
        }
        for (const stream of streams) stream.terminate();
        await Promise.all(streams.map((stream) => once(stream, "close")));
      },
      { maxHeld: 256 },
    );
    expect(ledger.state.ledgerEnd).to.be.greaterThan(100);
    await besieged.close();
  });

  it("keeps nobody from being answered: heads without end, and requests by the thousand at once", async () => {
    const besieged = await BesiegedLedger.serve();
    await besieged.beside(async () => {
      for (let count = 0; count < 10; count++) {
        const many = await besieged.connect();
        many.resume().write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000));
        for (const text of [
          `GET /livez HTTP/1.1\r\nHost: localhost\r\n${"X-Field: x\r\n".repeat(20_000)}`,
          `GET /v2/parties?${"a[]=1&".repeat(100_000)} HTTP/1.1\r\n\r\n`,
        ]) {
          const socket = await besieged.connect();
          const isCut = once(socket, "close");
          socket.resume().write(text);
          await isCut;
        }
        many.destroy();
      }
    });
    await besieged.close();
  });
});
