import { Agent, get, type IncomingMessage } from "node:http";

import { expect } from "chai";
import express from "express";

import { nextLongTurn } from "../../../lib/base/scheduling/next-turn.ts";
import { createLedger } from "../../../lib/index.ts";
import { createLedgerRouter } from "../../../middleware/index.ts";
import { listening } from "../../support/listening.ts";
import { countRounds } from "../../support/loop-rounds.ts";

const asked = (url: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer: IncomingMessage) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    }).once("error", reject);
  });

describe("long work next to new connections", () => {
  it("yields to the first request of a connection, and to no further one", async () => {
    const rounds: Promise<number>[] = [];
    const app = express();
    app.use((_request, _response, next) => {
      const passed = countRounds();
      rounds.push(nextLongTurn().then(passed));
      next();
    });
    app.use(createLedgerRouter(await createLedger(), { auth: "disabled" }));
    await listening(app, async (baseUrl) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let count = 0; count < 3; count++) {
        expect(await asked(`${baseUrl}/v2/version`, agent)).to.equal(200);
      }
      agent.destroy();
      expect(await Promise.all(rounds)).to.deep.equal([2, 1, 1]);
    });
  });

  it("runs for requests without a connection, as a host may construct them", async () => {
    const app = express();
    app.use((request, _response, next) => {
      Object.defineProperty(request, "socket", { value: undefined });
      next();
    });
    app.use(createLedgerRouter(await createLedger(), { auth: "disabled" }));
    await listening(app, async (baseUrl) => {
      const agent = new Agent();
      expect(await asked(`${baseUrl}/v2/version`, agent)).to.equal(200);
      agent.destroy();
    });
  });
});
