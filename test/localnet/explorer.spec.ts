import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect } from "chai";
import express from "express";

import { type TestLocalnet, useLocalnet } from "../../fixtures/testing/localnet.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { createExplorerRouter } from "../../middleware/index.ts";
import { buildPage } from "../support/built-page.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const localnets = useLocalnet({
  dars: walletDars(),
  funded: { appUser: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

interface Facts {
  readonly amuletPrice: string;
  readonly rounds: readonly { readonly number: number; readonly stage: string }[];
  readonly balances: readonly object[];
  readonly offers: readonly object[];
  readonly automation: readonly { readonly effect: string }[];
}

/** Serves the explorer of a ledger while the body runs. */
const explored = async (ledger: Ledger, body: (base: string) => Promise<void>): Promise<void> => {
  const app = express();
  app.use(createExplorerRouter(ledger, { auth: "disabled" }));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const offerTo = (localnet: TestLocalnet, receiver: string) =>
  callLocalnet(localnet, `${bases.appUser}/v0/wallet/transfer-offers`, {
    user: "app-user",
    body: {
      receiver_party_id: receiver,
      amount: "2.5",
      description: "coffee",
      expires_at: Number(localnet.ledger.clock.now()) + 3_600_000_000,
      tracking_id: "offer-1",
    },
  });

describe("the explorer of a LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  before(buildPage);

  it(
    "shows rounds, balances, offers, and what automation did",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      ledger.clock.advance("10m");
      await localnet.settled();
      await offerTo(localnet, parties.appProvider);
      await explored(ledger, async (base) => {
        const answer = await fetch(`${base}/explorer-data/localnet`);
        const facts = (await answer.json()) as Facts;
        expect(facts.amuletPrice).to.equal("0.0050000000");
        expect(facts.rounds.map(({ number, stage }) => `${stage} ${number}`)).to.deep.equal([
          "issuing 0",
          "open 1",
          "open 2",
          "open 3",
        ]);
        expect(facts.balances).to.deep.equal([
          { party: parties.appUser, unlocked: "999.9961948200", locked: "0.0000000000" },
        ]);
        const [offer] = facts.offers;
        expect(offer).to.include({
          kind: "transfer offer",
          from: parties.appUser,
          to: parties.appProvider,
          what: "2.5 amulet",
        });
        expect(facts.automation.map(({ effect }) => effect)).to.deep.equal([
          "rewards of a round issued",
          "round advanced",
          ...Array<string>(2).fill("super validator's coupon received"),
          ...Array<string>(6).fill("validator liveness recorded"),
        ]);
      });
    }),
  );

  it("shows the LocalNet view only if the ledger belongs to a LocalNet", async () => {
    const isLocalnet = async (ledger: Ledger): Promise<boolean> => {
      let text = "";
      await explored(ledger, async (base) => {
        text = await (await fetch(base, { headers: { Accept: "text/html" } })).text();
      });
      return text.includes("&quot;isLocalnet&quot;:true");
    };
    const localnet = await localnets.open();
    expect(await isLocalnet(localnet.ledger)).to.equal(true);
    await localnet.close();
    const ledger = await createLedger();
    expect(await isLocalnet(ledger)).to.equal(false);
    await ledger.close();
  });
});
