import { once } from "node:events";

import { expect } from "chai";

import { commandsBody } from "../support/commands-body.ts";
import { LedgerUnderAttack } from "../support/ledger-under-attack.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { definitions } from "../support/lf/notation.ts";
import { worldPackage } from "../support/lf/world.ts";

/** A DAR with a choice whose argument determines its number of evaluation steps. */
const spinning = assembleDar(
  worldPackage({
    languageVersion: "2.3",
    main: definitions`
      template Maker with {owner: Party} {
        signatories [@Party this.owner];
        nonconsuming choice Spin (arg: Int64): Int64 by [@Party this.owner] =
          pure @Int64 (Main:spin arg);
      }
      val spin: Int64 -> Int64 = \(n: Int64) ->
        if EQUAL @Int64 n 0 then 0 else Main:spin (SUB_INT64 n 1);
    `,
  }),
);

describe("attacks by waiting requests @slow", function () {
  it("commands for a ledger time years ahead take no capacity from other users", async () => {
    const besieged = await LedgerUnderAttack.serve({ clock: "real" });
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

  it("preparing transactions uses at most the quota of memory, and releases it afterwards", async () => {
    const besieged = await LedgerUnderAttack.serve();
    expect((await besieged.attack("POST", "/v2/packages", spinning)).status).to.equal(200);
    const maker = "#world:Main:Maker";
    const contractId = await besieged.create(maker, { owner: besieged.bob });
    const bodyOf = (choiceArgument: string): object => {
      const command = { templateId: maker, contractId, choice: "Spin", choiceArgument };
      return {
        ...commandsBody(besieged.bob, { ExerciseCommand: command }, { userId: "mallory" }),
        synchronizerId: "",
        packageIdSelectionPreference: [],
        verboseHashing: false,
      };
    };
    const path = "/v2/interactive-submission/prepare";
    const many = 400;
    const codes: string[] = [];
    await besieged.beside(async () => {
      const gone = new AbortController();
      const answers: Promise<void>[] = [];
      await new Promise<void>((resolve) => {
        for (let count = 0; count < many; count++) {
          const asked = fetch(besieged.baseUrl + path, {
            method: "POST",
            headers: {
              authorization: `Bearer ${besieged.tokenOf("mallory")}`,
              "content-type": "application/json",
            },
            body: JSON.stringify(bodyOf("1000000000")),
            signal: gone.signal,
          });
          const answered = async (): Promise<void> => {
            codes.push(/"code":"(\w+)"/u.exec(await (await asked).text())?.[1] ?? "");
            if (codes.length >= many - 256) resolve();
          };
          answers.push(answered().catch(() => undefined));
        }
      });
      gone.abort();
      await Promise.all(answers);
      // Retries until the ledger has freed the slots of the aborted requests.
      let { text } = await besieged.attack("POST", path, bodyOf("1"));
      while (text.includes("PARTICIPANT_BACKPRESSURE")) {
        ({ text } = await besieged.attack("POST", path, bodyOf("1")));
      }
      expect(text).to.contain("preparedTransactionHash");
    });
    expect(codes).to.include("PARTICIPANT_BACKPRESSURE");
    await besieged.close();
  });

  it("other users can open streams while many streams stay unread, half open or unauthenticated", async () => {
    const besieged = await LedgerUnderAttack.serve();
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
      { maxHeldMiB: 256 },
    );
    expect(ledger.state.ledgerEnd).to.be.greaterThan(50);
    await besieged.close();
  });

  it("other users get answers during endless request headers and thousands of parallel requests", async () => {
    const besieged = await LedgerUnderAttack.serve();
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
