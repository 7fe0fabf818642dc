import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { allocateParty } from "../../lib/api.ts";
import { allocate, inAnHour } from "../support/localnet-allocation.ts";
import { bases, callLocalnet, type LocalnetResponse } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const settings = {
  dars: walletDars(),
  funded: { appUser: "1000.0", appProvider: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
} as const;
const localnets = useLocalnet(settings);
/** Runs the expiry rules, which a LocalNet switches off by default. */
const expiring = useLocalnet({
  ...settings,
  automation: {
    on: "all",
    off: [
      "advance-open-mining-rounds",
      "complete-buy-traffic-requests",
      "renew-transfer-preapprovals",
    ],
  },
});

const wallet = `${bases.appUser}/v0/wallet`;
const { scan, registry } = bases;
const asUser = { user: "app-user" };

type Body = Readonly<Record<string, unknown>>;

/** Calls the wallet of the app user. */
const ask = (
  localnet: TestLocalnet,
  path: string,
  body?: unknown,
): Promise<LocalnetResponse<Body>> =>
  callLocalnet(localnet, `${wallet}/${path}`, { ...asUser, body });

const post = (localnet: TestLocalnet, path: string): Promise<LocalnetResponse<Body>> =>
  callLocalnet(localnet, `${wallet}/${path}`, { ...asUser, method: "POST" });

const transferTo = (localnet: TestLocalnet, tracking_id: string, amount = "10.0") => ({
  receiver_party_id: localnet.parties.appProvider,
  amount,
  description: tracking_id,
  expires_at: inAnHour(localnet),
  tracking_id,
});

const trafficOf = (localnet: TestLocalnet, tracking_id: string, traffic_amount: number) => ({
  receiving_validator_party_id: localnet.parties.appUser,
  domain_id: localnet.ledger.state.synchronizers[0]?.id,
  traffic_amount,
  tracking_id,
  expires_at: inAnHour(localnet),
});

const instructionFor = async (localnet: TestLocalnet, id: string): Promise<string> => {
  const { body } = await ask(localnet, "token-standard/transfers", transferTo(localnet, id));
  const { transfer_instruction_cid: cid } = body["output"] as {
    readonly transfer_instruction_cid: string;
  };
  return cid;
};

const active = ({ ledger }: TestLocalnet, key: keyof typeof spliceTemplates): number =>
  ledger.contracts(spliceTemplates[key]).length;

describe("wallets of a LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "list their amulets, locked and unlocked, with their worth in the newest round",
    localnets(async (localnet) => {
      await instructionFor(localnet, "lunch");
      const { body } = await ask(localnet, "amulets");
      expect(body["amulets"]).to.have.length(1);
      expect(body).to.have.nested.property("amulets[0].effective_amount", "989.9961948200");
      expect(body["locked_amulets"]).to.have.length(1);
      expect(body).to.have.nested.property("amulets[0].accrued_holding_fee", "0.0038051800");
      expect(body).to.have.nested.property("locked_amulets[0].effective_amount", "9.9961948200");
      const { body: balance } = await ask(localnet, "balance");
      expect(balance).to.include({ effective_locked_qty: "9.9961948200" });
    }),
  );

  it(
    "grant themselves the right of a featured app once, and give it back",
    localnets(async (localnet) => {
      const { parties } = localnet;
      const granted = await post(localnet, "self-grant-feature-app-right");
      expect((await post(localnet, "transfer-preapproval")).status).to.equal(200);
      expect(await post(localnet, "self-grant-feature-app-right")).to.deep.equal(granted);
      const provider = encodeURIComponent(parties.appUser);
      const contractId = String(granted.body["contract_id"]);
      const paths = [`featured-apps/${provider}`, `featured-apps/by-contract-id/${contractId}`];
      const ofScan = (path: string) => callLocalnet(localnet, `${scan}/v0/${path}`);
      for (const path of paths) {
        const { body } = await ofScan(path);
        expect(body, path).to.have.nested.property("featured_app_right.contract_id", contractId);
      }
      for (const path of ["featured-apps", `featured-apps/by-provider/${provider}`]) {
        const { body } = await ofScan(path);
        expect(body, path).to.have.nested.property("featured_apps[0].contract_id", contractId);
      }
      const other = encodeURIComponent(parties.appProvider);
      const ofOther = await ofScan(`featured-apps/by-provider/${other}`);
      expect(ofOther.body["featured_apps"]).to.deep.equal([]);
      const user = await callLocalnet(localnet, `${bases.appUser}/v0/validator-user`);
      expect(user.body["featured"]).to.equal(true);
      const cancel = `${wallet}/cancel-featured-app-rights`;
      const cancelled = await callLocalnet(localnet, cancel, { ...asUser, method: "DELETE" });
      expect(cancelled.status).to.equal(200);
      for (const path of paths) expect((await ofScan(path)).body).to.deep.equal({});
    }),
  );

  it(
    "list transfer offers, and return the status of rejected and withdrawn ones",
    localnets(async (localnet) => {
      const offer = async (id: string): Promise<string> => {
        const { body } = await ask(localnet, "transfer-offers", transferTo(localnet, id));
        return String(body["offer_contract_id"]);
      };
      const status = async (id: string): Promise<unknown> =>
        (await post(localnet, `transfer-offers/${id}/status`)).body;
      const first = await offer("first");
      const second = await offer("second");
      const { body } = await ask(localnet, "transfer-offers");
      expect(body["offers"]).to.have.length(2);
      expect((await ask(localnet, "accepted-transfer-offers")).body).to.deep.equal({
        accepted_offers: [],
      });
      const reject = `${bases.appProvider}/v0/wallet/transfer-offers/${first}/reject`;
      const rejected = await callLocalnet(localnet, reject, {
        user: "app-provider",
        method: "POST",
      });
      expect(rejected.status).to.equal(200);
      expect(await status("first")).to.deep.equal({ status: "failed", failure_kind: "rejected" });
      expect((await post(localnet, `transfer-offers/${second}/withdraw`)).status).to.equal(200);
      expect(await status("second")).to.deep.equal({
        status: "failed",
        failure_kind: "withdrawn",
        withdrawn_reason: "withdrawn by the sender",
      });
      expect(await post(localnet, `transfer-offers/${second}/withdraw`)).to.deep.equal({
        status: 404,
        body: { error: `Transfer offer ${second} not found.` },
      });
      expect((await post(localnet, "transfer-offers/unknown/status")).status).to.equal(404);
    }),
  );

  it(
    "list token transfers, and withdraw one, which unlocks the amount",
    localnets(async (localnet) => {
      const cid = await instructionFor(localnet, "lunch");
      const { body } = await ask(localnet, "token-standard/transfers");
      expect(body["transfers"]).to.have.length(1);
      const contexts = `${registry}/transfer-instruction/v1/${cid}/choice-contexts`;
      const context = await callLocalnet(localnet, `${contexts}/withdraw`, { body: {} });
      expect(context.body).to.have.nested.property("disclosedContracts[0].debugPackageName");
      const withdrawn = await post(localnet, `token-standard/transfers/${cid}/withdraw`);
      expect(withdrawn.status).to.equal(200);
      expect((await ask(localnet, "token-standard/transfers")).body["transfers"]).to.have.length(0);
      const { body: balance } = await ask(localnet, "balance");
      expect(balance).to.include({
        // Less the fees of one round for two amulets.
        effective_unlocked_qty: "999.9923896400",
        effective_locked_qty: "0.0000000000",
      });
    }),
  );

  it(
    "list allocations, and withdraw one with the registry's context",
    localnets(async (localnet) => {
      const allocations = `${bases.appUser}/v0/allocations`;
      const cid = await allocate(localnet);
      const listed = await callLocalnet(localnet, allocations, asUser);
      expect(listed.body).to.have.nested.property("allocations[0].contract.contract_id", cid);
      const contexts = `${registry}/allocations/v1/${cid}/choice-contexts`;
      for (const choice of ["withdraw", "cancel", "execute-transfer"]) {
        const { body } = await callLocalnet(localnet, `${contexts}/${choice}`, { body: {} });
        expect(body, choice).to.have.nested.property("choiceContextData.values.expire-lock");
      }
      const url = `${allocations}/${cid}/withdraw`;
      const withdrawn = await callLocalnet(localnet, url, { ...asUser, method: "POST" });
      expect(withdrawn.body["sender_holding_cids"]).to.have.length(1);
      expect((await callLocalnet(localnet, allocations, asUser)).body).to.deep.equal({
        allocations: [],
      });
      const gone = await callLocalnet(localnet, `${contexts}/cancel`, { body: {} });
      expect(gone).to.deep.equal({
        status: 404,
        body: { error: `AmuletAllocation '${cid}' not found.` },
      });
    }),
  );

  it(
    "reject requests to buy traffic that they cannot pay, and those below the minimum",
    localnets(async (localnet) => {
      const statusOf = async (tracking_id: string, traffic_amount: number): Promise<unknown> => {
        const request = trafficOf(localnet, tracking_id, traffic_amount);
        expect((await ask(localnet, "buy-traffic-requests", request)).status).to.equal(200);
        return (await post(localnet, `buy-traffic-requests/${tracking_id}/status`)).body;
      };
      const rejection = { status: "failed", failure_reason: "rejected" };
      expect(await statusOf("too-much", 400_000)).to.deep.equal({
        ...rejection,
        rejection_reason: "out of funds (missing 333.6000000000 CC)",
      });
      expect(await statusOf("too-little", 199_999)).to.deep.equal({
        ...rejection,
        rejection_reason:
          "not enough traffic requested (trafficAmount 199999 < minTopupAmount 200000)",
      });
      expect(await statusOf("enough", 200_000)).to.include({ status: "completed" });
      expect((await ask(localnet, "balance")).body).to.include({
        effective_unlocked_qty: "333.2000000000",
      });
      expect((await post(localnet, "buy-traffic-requests/unknown/status")).status).to.equal(404);
    }),
  );

  it(
    "send by preapproval once for each deduplication id",
    localnets(async (localnet) => {
      const preapproval = `${bases.appProvider}/v0/wallet/transfer-preapproval`;
      await callLocalnet(localnet, preapproval, { user: "app-provider", method: "POST" });
      const send = (deduplication_id: string, amount = "1.0") =>
        ask(localnet, "transfer-preapproval/send", {
          receiver_party_id: localnet.parties.appProvider,
          amount,
          deduplication_id,
          description: "coffee",
        });
      expect((await send("one")).status).to.equal(200);
      expect(await send("one")).to.deep.equal({
        status: 409,
        body: { error: "A request with the id one was accepted before." },
      });
      const tooMuch = await send("two", "5000.0");
      expect(tooMuch.status).to.equal(409);
      expect(tooMuch.body["error"]).to.match(/^DAML_FAILURE: /);
      const { body } = await ask(localnet, "balance");
      expect(body["effective_unlocked_qty"]).to.equal("999.0000000000");
    }),
  );

  it(
    "make payments one after the other if they are requested at the same time",
    localnets(async (localnet) => {
      const preapproval = `${bases.appProvider}/v0/wallet/transfer-preapproval`;
      const ids = ["1", "2", "3"];
      const transfers = ids.map((id) =>
        ask(localnet, "token-standard/transfers", transferTo(localnet, id)),
      );
      for (const { status } of await Promise.all(transfers)) expect(status).to.equal(200);
      await callLocalnet(localnet, preapproval, { user: "app-provider", method: "POST" });
      const sent = ids.map((deduplication_id) =>
        ask(localnet, "transfer-preapproval/send", {
          receiver_party_id: localnet.parties.appProvider,
          amount: "300.0",
          deduplication_id,
        }),
      );
      const tooMuch = ask(localnet, "transfer-preapproval/send", {
        receiver_party_id: localnet.parties.appProvider,
        amount: "300.0",
        deduplication_id: "too-much",
      });
      for (const { status } of await Promise.all(sent)) expect(status).to.equal(200);
      expect((await tooMuch).body["error"]).to.match(/^DAML_FAILURE: /);
    }),
  );

  it(
    "have separate tracking ids and token transfers",
    localnets(async (localnet) => {
      const register = `${bases.appUser}/v0/register`;
      const asZoe = { user: "zoe" };
      await callLocalnet(localnet, register, { ...asZoe, method: "POST" });
      const askAsZoe = (path: string, body?: unknown) =>
        callLocalnet(localnet, `${wallet}/${path}`, { ...asZoe, body, method: "POST" });
      for (const [path, request] of [
        ["transfer-offers", transferTo(localnet, "same")],
        ["buy-traffic-requests", trafficOf(localnet, "same", 200_000)],
      ] as const) {
        const status = `${path}/same/status`;
        expect((await ask(localnet, path, request)).status, path).to.equal(200);
        expect((await askAsZoe(status)).status, path).to.equal(404);
        expect((await askAsZoe(path, request)).status, path).to.equal(200);
        expect((await askAsZoe(path, request)).status, path).to.equal(409);
        const own = (await askAsZoe(status)).body;
        expect(own, path).to.not.deep.equal((await post(localnet, status)).body);
      }
      const cid = await instructionFor(localnet, "lunch");
      for (const choice of ["accept", "reject", "withdraw"]) {
        expect(await askAsZoe(`token-standard/transfers/${cid}/${choice}`)).to.deep.equal({
          status: 404,
          body: { error: `AmuletTransferInstruction '${cid}' not found.` },
        });
      }
    }),
  );

  it(
    "refuse times that the ledger cannot represent",
    localnets(async (localnet) => {
      const expires_at = 1e300;
      const settlement = {
        executor: localnet.parties.sv,
        settlement_ref: { id: "trade-1" },
        requested_at: 0,
        allocate_before: inAnHour(localnet),
        settle_before: expires_at,
      };
      const leg = { receiver: localnet.parties.appProvider, amount: "4.0" };
      for (const [path, body] of [
        ["wallet/transfer-offers", { ...transferTo(localnet, "late"), expires_at }],
        ["wallet/token-standard/transfers", { ...transferTo(localnet, "late"), expires_at }],
        ["wallet/buy-traffic-requests", { ...trafficOf(localnet, "late", 200_000), expires_at }],
        ["allocations", { settlement, transfer_leg_id: "leg-1", transfer_leg: leg }],
      ] as const) {
        const answer = await callLocalnet(localnet, `${bases.appUser}/v0/${path}`, {
          ...asUser,
          body,
        });
        expect(answer.status, path).to.equal(400);
        expect(answer.body["error"]).to.match(/^The time 1e\+300 is outside the years/);
      }
    }),
  );

  it(
    "lose expired preapprovals, transfers, allocations and requests, if the rules of the automation are on @slow",
    expiring(async (localnet) => {
      const { ledger } = localnet;
      await instructionFor(localnet, "lunch");
      await allocate(localnet);
      expect(active(localnet, "amuletTransferInstruction")).to.equal(1);
      expect(active(localnet, "amuletAllocation")).to.equal(1);
      await post(localnet, "transfer-preapproval");
      await ask(localnet, "buy-traffic-requests", trafficOf(localnet, "late", 200_000));
      const status = "buy-traffic-requests/late/status";
      expect((await post(localnet, status)).body).to.deep.equal({ status: "created" });
      ledger.clock.advance("2h");
      await localnet.settled();
      expect((await post(localnet, status)).body).to.deep.equal({
        status: "failed",
        failure_reason: "expired",
      });
      expect(active(localnet, "amuletTransferInstruction")).to.equal(0);
      expect(active(localnet, "amuletAllocation")).to.equal(0);
      expect(active(localnet, "lockedAmulet")).to.equal(0);
      expect(active(localnet, "transferPreapproval")).to.equal(1);
      ledger.clock.advance("100d");
      await localnet.settled();
      expect(active(localnet, "transferPreapproval")).to.equal(0);
    }),
  );

  it(
    "are created for new and existing parties; repeating a request changes nothing",
    localnets(async (localnet) => {
      const users = `${bases.appUser}/v0/admin/users`;
      const onboarded = (body: object) =>
        callLocalnet(localnet, users, { user: "ledger-api-user", body });
      const unknown = await onboarded({ name: "bob", party_id: "bob::1220ab" });
      expect(unknown.status).to.equal(400);
      expect(unknown.body["error"]).to.contain("set createPartyIfMissing");
      const namespace = localnet.parties.appUser.split("::")[1] ?? "";
      const request = {
        name: "bob@example.com",
        party_id: `bob::${namespace}`,
        createPartyIfMissing: true,
      };
      const made = await onboarded(request);
      expect(made).to.deep.equal({ status: 200, body: { party_id: request.party_id } });
      expect(await onboarded(request)).to.deep.equal(made);
      expect(await onboarded({ name: "bob@example.com" })).to.deep.equal(made);
      const { party } = (await allocateParty(localnet.ledger, { partyIdHint: "erin" }))
        .partyDetails;
      expect((await onboarded({ name: "erin" })).body).to.deep.equal({ party_id: party });
      const { appUser: owner } = localnet.parties;
      const rights = active(localnet, "validatorRight");
      expect((await onboarded({ name: "second", party_id: owner })).body).to.deep.equal({
        party_id: owner,
      });
      expect(active(localnet, "validatorRight")).to.equal(rights);
      const other = await onboarded({ name: "carol@example.com" });
      expect(other.body["party_id"]).to.match(/^carol_example_com::1220/);
      const listed = await callLocalnet(localnet, users, { user: "ledger-api-user" });
      expect(listed.body["usernames"]).to.include.members(["bob@example.com", "carol@example.com"]);
      const register = `${bases.appUser}/v0/register`;
      const registered = await callLocalnet(localnet, register, { user: "dan", method: "POST" });
      expect(registered.body["party_id"]).to.match(/^dan::1220/);
      const status = await callLocalnet(localnet, `${wallet}/user-status`, { user: "dan" });
      expect(status.body).to.include({ party_id: registered.body["party_id"] });
      const off = `${users}/offboard?username=nobody`;
      const gone = await callLocalnet(localnet, off, { user: "ledger-api-user", method: "POST" });
      expect(gone).to.deep.equal({ status: 404, body: { error: "User nobody not found." } });
    }),
  );
});
