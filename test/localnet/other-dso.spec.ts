import { readFile } from "node:fs/promises";

import { expect } from "chai";
import express from "express";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { allocateParty, uploadDar } from "../../lib/api.ts";
import { createLedger } from "../../lib/index.ts";
import { createExplorerRouter } from "../../middleware/index.ts";
import { inAnHour } from "../support/localnet-allocation.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

const dar = sharedPath("dars", "localnet", "splice-wallet-0.1.19.dar");
const localnets = useLocalnet({
  dars: dar === undefined ? [] : [dar],
  funded: { appUser: "1000.0", appProvider: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

const { scan, appUser } = bases;
const asUser = { user: "app-user" };
const asZoe = { user: "zoe" };

type Payload = Readonly<Record<string, unknown>>;

/** Registers the user zoe, and returns her party. */
const registerZoe = async (localnet: TestLocalnet): Promise<string> => {
  const { body } = await callLocalnet(localnet, `${appUser}/v0/register`, {
    ...asZoe,
    method: "POST",
  });
  return String(body["party_id"]);
};

const createAs = (
  { ledger }: Pick<TestLocalnet, "ledger">,
  party: string,
  key: keyof typeof spliceTemplates,
  createArguments: object,
) =>
  ledger.submit({
    actAs: party,
    commands: { CreateCommand: { templateId: spliceTemplates[key], createArguments } },
  });

const payloadOfFirst = ({ ledger }: TestLocalnet, key: keyof typeof spliceTemplates): Payload => {
  const [first] = ledger.contracts(spliceTemplates[key]);
  return first?.payload as Payload;
};

describe("contracts that name another party than the DSO as their DSO", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "are neither rules nor rounds",
    localnets(async (localnet) => {
      const zoe = await registerZoe(localnet);
      const rules = payloadOfFirst(localnet, "amuletRules");
      const round = payloadOfFirst(localnet, "openMiningRound");
      await createAs(localnet, zoe, "amuletRules", { ...rules, dso: zoe });
      for (const number of ["0", "999"]) {
        await createAs(localnet, zoe, "openMiningRound", { ...round, dso: zoe, round: { number } });
      }
      const tap = { ...asUser, body: { amount: "1.0" } };
      expect((await callLocalnet(localnet, `${appUser}/v0/wallet/tap`, tap)).status).to.equal(200);
      const balance = await callLocalnet(localnet, `${appUser}/v0/wallet/balance`, asUser);
      expect(balance.body["round"]).to.equal(1);
      localnet.ledger.clock.advance("1h");
      await localnet.settled();
      const { body } = await callLocalnet(localnet, `${scan}/v0/dso`);
      expect(body).to.have.nested.property(
        "latest_mining_round.contract.payload.dso",
        localnet.parties.dso,
      );
      const later = await callLocalnet(localnet, `${appUser}/v0/wallet/balance`, asUser);
      expect(later.body["round"]).to.be.within(6, 8);
    }),
  );

  it(
    "are neither amulets, preapprovals, rights of featured apps nor offers",
    localnets(async (localnet) => {
      const zoe = await registerZoe(localnet);
      const now = "2030-01-01T00:00:00Z";
      const expiresAt = "2031-01-01T00:00:00Z";
      const amulet = {
        dso: zoe,
        owner: zoe,
        amount: {
          initialAmount: "1000000.0",
          createdAt: { number: "0" },
          ratePerRound: { rate: "0.00001" },
        },
      };
      await createAs(localnet, zoe, "amulet", amulet);
      await createAs(localnet, zoe, "lockedAmulet", {
        amulet,
        lock: { holders: [zoe], expiresAt, optContext: null },
      });
      const parties = { dso: zoe, receiver: zoe, provider: zoe };
      const preapproval = { ...parties, validFrom: now, lastRenewedAt: now, expiresAt };
      await createAs(localnet, zoe, "transferPreapproval", preapproval);
      await createAs(localnet, zoe, "featuredAppRight", { dso: zoe, provider: zoe });
      await createAs(localnet, zoe, "transferPreapprovalProposal", {
        receiver: zoe,
        provider: localnet.parties.appUser,
        expectedDso: zoe,
      });
      await createAs(localnet, zoe, "transferOffer", {
        dso: zoe,
        sender: zoe,
        receiver: localnet.parties.appUser,
        amount: { amount: "1.0", unit: "AmuletUnit" },
        description: "",
        expiresAt,
        trackingId: "other-dso",
      });
      const { body: balance } = await callLocalnet(localnet, `${appUser}/v0/wallet/balance`, asZoe);
      expect(balance).to.include({
        effective_unlocked_qty: "0.0000000000",
        effective_locked_qty: "0.0000000000",
      });
      const party = encodeURIComponent(zoe);
      const byParty = `${scan}/v0/transfer-preapprovals/by-party/${party}`;
      expect((await callLocalnet(localnet, byParty)).status).to.equal(404);
      const { body: apps } = await callLocalnet(localnet, `${scan}/v0/featured-apps`);
      expect(apps).to.deep.equal({ featured_apps: [] });
      const offers = `${appUser}/v0/wallet/transfer-offers`;
      expect((await callLocalnet(localnet, offers, asUser)).body).to.deep.equal({ offers: [] });
      const transfer = await callLocalnet(
        localnet,
        `${appUser}/v0/wallet/token-standard/transfers`,
        {
          ...asUser,
          body: {
            receiver_party_id: zoe,
            amount: "1.0",
            description: "",
            expires_at: inAnHour(localnet),
            tracking_id: "to-zoe",
          },
        },
      );
      expect(transfer.body).to.have.nested.property("output.transfer_instruction_cid");
    }),
  );

  it(
    "are those of the network on a ledger without LocalNet's DSO, such as a fork @slow",
    localnets(async (localnet) => {
      const ledger = await createLedger({ daml: createDamlLoader() });
      await uploadDar(ledger, { dar: await readFile(dar ?? "") });
      const { party } = (await allocateParty(ledger, { partyIdHint: "other" })).partyDetails;
      const rules = payloadOfFirst(localnet, "amuletRules");
      await createAs({ ledger }, party, "amuletRules", { ...rules, dso: party });
      const round = payloadOfFirst(localnet, "openMiningRound");
      await createAs({ ledger }, party, "openMiningRound", { ...round, dso: party });
      const facts = await withListeningServer(
        express().use(createExplorerRouter(ledger, { auth: "disabled" })),
        async (base) => (await fetch(`${base}/explorer-data/localnet`)).json(),
      );
      expect(facts).to.have.nested.property("rounds[0].stage", "open");
      await ledger.close();
    }),
  );
});
