import type { ServerResponse } from "node:http";

import { expect } from "chai";
import express from "express";

import { createLedgerRouter } from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

describe("response that takes many time slices", () => {
  it("registers one listener for the client's disconnect, not one per time slice", async () => {
    const { ledger, alice, bob } = await iouLedger();
    const commands = Array.from({ length: 50 }, () =>
      Iou.create({ issuer: alice, owner: bob, watchers: [], amount: "1" }),
    );
    const { ledgerEnd: old } = ledger.state;
    for (let made = 0; made < 1_000; made += commands.length) {
      await ledger.submit({ actAs: alice, commands });
    }
    let listeners = 0;
    const app = express();
    app.use((_request, response: ServerResponse, next) => {
      response.on("newListener", (event) => (listeners += event === "close" ? 1 : 0));
      next();
    });
    app.use(createLedgerRouter(ledger, { auth: "disabled" }));
    await withListeningServer(app, async (url) => {
      const response = await fetch(`${url}/v2/state/active-contracts`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          activeAtOffset: old,
          eventFormat: { filtersByParty: { [alice]: {} } },
        }),
      });
      expect(await response.json()).to.be.an("array");
    });
    expect(listeners).to.be.within(1, 5);
  });
});
