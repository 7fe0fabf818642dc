import { expect } from "chai";
import express from "express";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

const localnets = useLocalnet({
  dars: walletDars(),
  funded: { appUser: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

/** Without automatic rounds, so months pass quickly. */
const withoutRounds = useLocalnet({
  dars: walletDars(),
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
  automation: { off: ["advance-open-mining-rounds"] },
});

const wallet = `${bases.appUser}/v0/wallet`;
const asUser = { user: "app-user" };
const asProvider = { user: "app-provider" };
const asOperator = { user: "ledger-api-user" };

const payloadsOf = <Payload>({ ledger }: TestLocalnet, key: keyof typeof spliceTemplates) =>
  // The payload has the fields that the template declares.
  ledger.contracts(spliceTemplates[key]).map(({ payload }) => payload as unknown as Payload);

const numbersOf = (localnet: TestLocalnet, key: "openMiningRound" | "issuingMiningRound") =>
  payloadsOf<{ readonly round: { readonly number: string } }>(localnet, key).map(({ round }) =>
    Number(round.number),
  );

const balanceOf = async (localnet: TestLocalnet): Promise<unknown> =>
  (await callLocalnet(localnet, `${wallet}/balance`, asUser)).body["effective_unlocked_qty"];

/** Returns one hour after ledger time, in microseconds since 1970. */
const inAnHour = ({ ledger }: TestLocalnet): number => Number(ledger.clock.now()) + 3_600_000_000;

describe("LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "starts with three rounds, wallets of the validators and LocalNet's configuration",
    localnets(async (localnet) => {
      expect(numbersOf(localnet, "openMiningRound")).to.deep.equal([0, 1, 2]);
      const [rules] = payloadsOf(localnet, "amuletRules");
      expect(rules).to.have.property("dso", localnet.parties.dso);
      expect(rules)
        .to.have.nested.property("configSchedule.initialValue")
        .that.deep.includes({ tickDuration: { microseconds: "600000000" } })
        .and.has.nested.property("transferConfig.createFee.fee", "0.0000000000");
      const [round] = payloadsOf(localnet, "openMiningRound");
      expect(round).to.have.property("amuletPrice", "0.0050000000");
      const wallets = payloadsOf<{ readonly endUserName: string; readonly endUserParty: string }>(
        localnet,
        "walletAppInstall",
      );
      const { appUser, appProvider, sv } = localnet.parties;
      expect(wallets.map((each) => [each.endUserName, each.endUserParty])).to.deep.equal([
        ["app-user", appUser],
        ["app-provider", appProvider],
        ["sv", sv],
      ]);
      const { body } = await callLocalnet(localnet, `${bases.appUser}/v0/validator-user`);
      expect(body).to.deep.equal({
        party_id: localnet.parties.appUser,
        user_name: "ledger-api-user",
        featured: false,
      });
    }),
  );

  it(
    "advances 144 rounds in a day; three rounds are open, and two of them have begun @slow",
    localnets(async (localnet) => {
      localnet.ledger.clock.advance("24h");
      await localnet.settled();
      expect(numbersOf(localnet, "openMiningRound")).to.deep.equal([144, 145, 146]);
      expect(numbersOf(localnet, "issuingMiningRound")).to.deep.equal([141, 142, 143]);
      const { body } = await callLocalnet<{ readonly open_mining_rounds: readonly OpenRound[] }>(
        localnet,
        `${bases.appUser}/v0/scan-proxy/open-and-issuing-mining-rounds`,
        asUser,
      );
      const now = localnet.ledger.clock.date;
      const begun = body.open_mining_rounds
        .map(({ contract: { payload } }) => payload)
        .filter(
          ({ opensAt, targetClosesAt }) =>
            new Date(opensAt) <= now && now < new Date(targetClosesAt),
        );
      expect(begun.map(({ round }) => round.number)).to.deep.equal(["144", "145"]);
    }),
  );

  it(
    "restores rounds with the ledger's snapshot",
    localnets(async (localnet) => {
      const { ledger } = localnet;
      const before = ledger.snapshot();
      ledger.clock.advance("1h");
      await localnet.settled();
      expect(numbersOf(localnet, "openMiningRound")).to.deep.equal([6, 7, 8]);
      await ledger.revert(before);
      expect(numbersOf(localnet, "openMiningRound")).to.deep.equal([0, 1, 2]);
      ledger.clock.advance("10m");
      await localnet.settled();
      expect(numbersOf(localnet, "openMiningRound")).to.deep.equal([1, 2, 3]);
    }),
  );

  it("names the rule of each automated action in the transaction's workflow id", () =>
    localnets(async ({ ledger, settled }) => {
      const workflows: string[] = [];
      const unsubscribe = ledger.subscribe(({ events }) => {
        for (const event of events) {
          if (event.kind === "transactionCommitted") {
            workflows.push(event.update.submission.workflowId);
          }
        }
      });
      ledger.requests.keep();
      ledger.clock.advance("10m");
      await settled();
      unsubscribe();
      const effects = Array.from(ledger.requests, ({ path }) => path);
      expect(effects).to.deep.equal([
        ...Array<string>(6).fill("automation: validator liveness recorded"),
        ...Array<string>(2).fill("automation: super validator's coupon received"),
        "automation: round advanced",
        "automation: rewards of a round issued",
      ]);
      expect(workflows).to.deep.equal([
        ...Array<string>(6).fill("record-validator-liveness"),
        ...Array<string>(2).fill("receive-sv-reward-coupons"),
        "advance-open-mining-rounds",
        "start-issuing",
      ]);
    })());

  it(
    "mints by the dollar price, and charges 49.32 amulet for a preapproval of 90 days",
    localnets(async (localnet) => {
      await callLocalnet(localnet, `${wallet}/tap`, { ...asUser, body: { amount: "5.0" } });
      expect(await balanceOf(localnet)).to.equal("2000.0000000000");
      const url = `${wallet}/transfer-preapproval`;
      const made = await callLocalnet(localnet, url, { ...asUser, method: "POST" });
      expect(made.status).to.equal(200);
      expect(await balanceOf(localnet)).to.equal("1950.6800000000");
      const again = await callLocalnet(localnet, url, { ...asUser, method: "POST" });
      expect(again).to.deep.equal({ status: 409, body: made.body });
    }),
  );

  it(
    "pays an accepted transfer offer, and reports its status by tracking id",
    localnets(async (localnet) => {
      const { parties } = localnet;
      const offer = {
        receiver_party_id: parties.appProvider,
        amount: "10.0",
        description: "coffee",
        expires_at: inAnHour(localnet),
        tracking_id: "offer-1",
      };
      const made = await callLocalnet(localnet, `${wallet}/transfer-offers`, {
        ...asUser,
        body: offer,
      });
      expect(made.status).to.equal(200);
      const statusUrl = `${wallet}/transfer-offers/offer-1/status`;
      const status = async (): Promise<unknown> =>
        (await callLocalnet(localnet, statusUrl, { ...asUser, method: "POST" })).body["status"];
      expect(await status()).to.equal("created");
      const again = await callLocalnet(localnet, `${wallet}/transfer-offers`, {
        ...asUser,
        body: offer,
      });
      expect(again.status).to.equal(409);
      const cid = String(made.body["offer_contract_id"]);
      const accept = `${bases.appProvider}/v0/wallet/transfer-offers/${cid}/accept`;
      const accepted = await callLocalnet(localnet, accept, { ...asProvider, method: "POST" });
      expect(accepted.status).to.equal(200);
      expect(await status()).to.equal("completed");
      expect(await balanceOf(localnet)).to.equal("990.0000000000");
    }),
  );

  it(
    "withdraws an accepted offer that the sender cannot pay, and expires offers that are not accepted",
    localnets(async (localnet) => {
      const { parties, ledger } = localnet;
      const offer = async (id: string, amount: string): Promise<string> => {
        const { body } = await callLocalnet(localnet, `${wallet}/transfer-offers`, {
          ...asUser,
          body: {
            receiver_party_id: parties.appProvider,
            amount,
            description: "",
            expires_at: inAnHour(localnet),
            tracking_id: id,
          },
        });
        return String(body["offer_contract_id"]);
      };
      const statusOf = async (id: string): Promise<unknown> =>
        (
          await callLocalnet(localnet, `${wallet}/transfer-offers/${id}/status`, {
            ...asUser,
            method: "POST",
          })
        ).body;
      const tooMuch = await offer("too-much", "5000.0");
      await offer("forgotten", "1.0");
      const accept = `${bases.appProvider}/v0/wallet/transfer-offers/${tooMuch}/accept`;
      await callLocalnet(localnet, accept, { ...asProvider, method: "POST" });
      expect(await statusOf("too-much")).to.deep.include({
        status: "failed",
        failure_kind: "withdrawn",
      });
      ledger.clock.advance("2h");
      expect(await statusOf("forgotten")).to.deep.equal({
        status: "failed",
        failure_kind: "expired",
      });
    }),
  );

  it(
    "sells 200,000 bytes of traffic for 666.8 amulet",
    localnets(async (localnet) => {
      const { parties, ledger } = localnet;
      const synchronizer = ledger.state.synchronizers[0]?.id ?? "";
      const made = await callLocalnet(localnet, `${wallet}/buy-traffic-requests`, {
        ...asUser,
        body: {
          receiving_validator_party_id: parties.appUser,
          domain_id: synchronizer,
          traffic_amount: 200_000,
          tracking_id: "traffic-1",
          expires_at: inAnHour(localnet),
        },
      });
      expect(made.status).to.equal(200);
      const status = await callLocalnet(
        localnet,
        `${wallet}/buy-traffic-requests/traffic-1/status`,
        {
          ...asUser,
          method: "POST",
        },
      );
      expect(status.body["status"]).to.equal("completed");
      expect(await balanceOf(localnet)).to.equal("333.2000000000");
      const member = encodeURIComponent(`PAR::${ledger.state.participantId}`);
      const domain = encodeURIComponent(synchronizer);
      const traffic = await callLocalnet(
        localnet,
        `${bases.scan}/v0/domains/${domain}/members/${member}/traffic-status`,
      );
      expect(traffic.body["traffic_status"]).to.deep.equal({
        actual: { total_consumed: 0, total_limit: 200_000 },
        target: { total_purchased: 200_000 },
      });
    }),
  );

  it(
    "accepts a preapproval proposal when the validator has coin, and renews it 30 days before its end",
    withoutRounds(async (localnet) => {
      const { ledger, parties } = localnet;
      await ledger.submit({
        actAs: parties.appProvider,
        commands: {
          CreateCommand: {
            templateId:
              "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
            createArguments: {
              receiver: parties.appProvider,
              provider: parties.appProvider,
              expectedDso: parties.dso,
            },
          },
        },
      });
      const approval = (): Promise<{ readonly status: number }> =>
        callLocalnet(
          localnet,
          `${bases.scan}/v0/transfer-preapprovals/by-party/${encodeURIComponent(parties.appProvider)}`,
        );
      expect((await approval()).status).to.equal(404);
      const tap = `${bases.appProvider}/v0/wallet/tap`;
      await callLocalnet(localnet, tap, { ...asProvider, body: { amount: "5.0" } });
      expect((await approval()).status).to.equal(200);
      ledger.clock.advance("100d");
      await localnet.settled();
      const [preapproval] = payloadsOf<{ readonly expiresAt: string }>(
        localnet,
        "transferPreapproval",
      );
      expect(preapproval?.expiresAt).to.equal("2030-06-30T00:00:00Z");
    }),
  );

  it(
    "completes a two-step transfer with the registry's factory and contexts",
    localnets(async (localnet) => {
      const { parties } = localnet;
      const transfers = `${wallet}/token-standard/transfers`;
      const made = await callLocalnet<{
        readonly output: { readonly transfer_instruction_cid: string };
      }>(localnet, transfers, {
        ...asUser,
        body: {
          receiver_party_id: parties.appProvider,
          amount: "10.0",
          description: "lunch",
          expires_at: inAnHour(localnet),
          tracking_id: "transfer-1",
        },
      });
      const cid = made.body.output.transfer_instruction_cid;
      const contexts = `${bases.registry}/transfer-instruction/v1/${cid}/choice-contexts`;
      const context = await callLocalnet<{
        readonly choiceContextData: { readonly values: Readonly<Record<string, unknown>> };
        readonly disclosedContracts: readonly object[];
      }>(localnet, `${contexts}/accept`, { body: { excludeDebugFields: true } });
      expect(Object.keys(context.body.choiceContextData.values)).to.deep.equal([
        "amulet-rules",
        "open-round",
        "external-party-config-state",
        "expire-lock",
      ]);
      expect(context.body.disclosedContracts.map((each) => Object.keys(each))).to.deep.include([
        "templateId",
        "contractId",
        "createdEventBlob",
        "synchronizerId",
      ]);
      const accept = `${bases.appProvider}/v0/wallet/token-standard/transfers/${cid}/accept`;
      const accepted = await callLocalnet<{ readonly output: object }>(localnet, accept, {
        ...asProvider,
        method: "POST",
      });
      expect(accepted.body.output).to.have.property("receiver_holding_cids");
      const gone = await callLocalnet(localnet, `${contexts}/reject`, { body: {} });
      expect(gone).to.deep.equal({
        status: 404,
        body: { error: `AmuletTransferInstruction '${cid}' not found.` },
      });
    }),
  );

  it(
    "onboards a user with a wallet, and ends the wallet, but not the user of the ledger",
    localnets(async (localnet) => {
      const users = `${bases.appUser}/v0/admin/users`;
      const made = await callLocalnet(localnet, users, { ...asOperator, body: { name: "alice" } });
      expect(made.body["party_id"]).to.match(/^alice::1220/);
      const tap = { user: "alice", body: { amount: "1.0" } };
      expect((await callLocalnet(localnet, `${wallet}/tap`, tap)).status).to.equal(200);
      const off = `${users}/offboard?username=alice`;
      const gone = await callLocalnet(localnet, off, { ...asOperator, method: "POST" });
      expect(gone.status).to.equal(200);
      expect((await callLocalnet(localnet, `${wallet}/tap`, tap)).status).to.equal(404);
      const user = localnet.ledger.state.users.get("alice");
      expect(user?.primaryParty).to.equal(made.body["party_id"]);
      expect([...(user?.rights.values() ?? [])]).to.have.length(2);
      const again = await callLocalnet(localnet, users, { ...asOperator, body: { name: "alice" } });
      expect(again.body).to.deep.equal(made.body);
      expect((await callLocalnet(localnet, `${wallet}/tap`, tap)).status).to.equal(200);
    }),
  );

  it(
    "answers 400 for a malformed percent-escape in a path",
    localnets(async (localnet) => {
      for (const url of [
        `${bases.scan}/v0/featured-apps/%zz`,
        `${bases.registry}/metadata/v1/instruments/%zz`,
        `${bases.appUser}/v0/scan-proxy/featured-apps/%zz`,
      ]) {
        const { status, body } = await callLocalnet(localnet, url, asUser);
        expect(status, url).to.equal(400);
        expect(body["error"]).to.match(/^The path has a malformed percent-escape: .*%zz$/);
      }
    }),
  );

  it(
    "answers 501 with a list of paths for an unknown path, and 400 for an invalid body",
    localnets(async (localnet) => {
      const missing = await callLocalnet(localnet, `${bases.scan}/v0/round-totals`, { body: {} });
      expect(missing.status).to.equal(501);
      expect(missing.body["error"]).to.contain("GET /v0/dso-party-id");
      for (const body of [{}, { amount: 5 }, { amount: "five" }, { amount: "-1.0" }]) {
        const refused = await callLocalnet(localnet, `${wallet}/tap`, { ...asUser, body });
        expect(refused.status, JSON.stringify(body)).to.equal(400);
      }
      const broken = await localnet.fetch(
        `${bases.registry}/transfer-instruction/v1/transfer-factory`,
        {
          method: "POST",
          body: "{",
        },
      );
      expect(broken.status).to.equal(400);
    }),
  );

  it(
    "routes by host name; one address without a port serves everything",
    localnets(async (localnet) => {
      const status = async (url: string): Promise<number> =>
        (await callLocalnet(localnet, url, asOperator)).status;
      expect(await status("http://json-ledger-api.localhost:2000/v2/version")).to.equal(200);
      expect(await status("http://canton.localhost:3000/v2/version")).to.equal(200);
      expect(await status("https://wallet.example.com/api/scan/v0/dso-party-id")).to.equal(200);
      expect(await status("https://wallet.example.com/v2/version")).to.equal(200);
      expect(await status("http://scan.localhost:4000/api/scan")).to.equal(501);
      expect(await status("http://scan.localhost:4000/nothing")).to.equal(404);
    }),
  );

  it(
    "serves a host that parses bodies itself",
    localnets(async (localnet) => {
      const app = express().use(express.json(), localnet.router());
      await withListeningServer(app, async (base) => {
        const rules = await fetch(`${base}/api/scan/v0/amulet-rules`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        expect(await rules.json()).to.have.property("amulet_rules_update");
        const encoding = `${base}/api/scan/v2/updates/hash/ab?daml_value_encoding=compact_json`;
        expect((await fetch(encoding)).status).to.equal(404);
      });
    }),
  );

  it(
    "serves a second participant id, which clients use to host external parties on two participants",
    localnets(async (localnet) => {
      const path = "/v2/parties/participant-id";
      const first = await callLocalnet(localnet, bases.ledger + path, asOperator);
      const second = await callLocalnet(localnet, bases.secondLedger + path, asOperator);
      expect(first.body["participantId"]).to.match(/^app-user::1220/);
      expect(second.body["participantId"]).to.match(/^app-provider::1220/);
      const unknown = await callLocalnet(localnet, bases.secondLedger + path);
      expect(unknown.status).to.equal(401);
      const headers = { authorization: `Bearer ${localnet.token("ledger-api-user")}` };
      const fetched = await localnet.fetch(new Request(bases.secondLedger + path, { headers }));
      expect(await fetched.json()).to.deep.equal(second.body);
      for (const init of [{ body: "no JSON" }, { body: "{}" }, {}]) {
        const allocate = `${bases.secondLedger}/v2/parties/external/allocate`;
        const request = { method: "POST", headers, ...init };
        for (const answer of [
          await localnet.fetch(allocate, request),
          await localnet.fetch(new Request(allocate, request)),
        ]) {
          expect(answer.status).to.equal(400);
          expect(await answer.json()).to.have.property("error");
        }
      }
      const version = await localnet.fetch(`${bases.secondLedger}/v2/version`, { headers });
      expect(version.status).to.equal(200);
    }),
  );

  it(
    "listens on a port for each service, keeps idle connections, and serves none after it is closed",
    localnets(async (localnet) => {
      const server = await localnet.listen({ ports: "any" });
      const scan = `http://127.0.0.1:${server.ports.get(4000)}/api/scan/v0/dso-party-id`;
      const answer = await fetch(scan);
      expect(answer.headers.get("keep-alive")).to.equal("timeout=60");
      expect(await answer.json()).to.deep.equal({ dso_party_id: localnet.parties.dso });
      const ledger = `http://127.0.0.1:${server.ports.get(3975)}/v2/parties/participant-id`;
      const headers = { authorization: `Bearer ${localnet.token("ledger-api-user")}` };
      expect(await (await fetch(ledger, { headers })).json()).to.have.property("participantId");
      await server.close();
      await server.close();
      expect(await fetch(scan).catch(() => "refused")).to.equal("refused");
    }),
  );
});

interface OpenRound {
  readonly contract: {
    readonly payload: {
      readonly round: { readonly number: string };
      readonly opensAt: string;
      readonly targetClosesAt: string;
    };
  };
}
