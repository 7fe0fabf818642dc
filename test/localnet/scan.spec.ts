import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

const files = ["splice-wallet-0.1.19.dar", "splice-amulet-name-service-0.1.19.dar"];
const dars = files.flatMap((file) => sharedPath("dars", "localnet", file) ?? []);
const localnets = useLocalnet({
  dars,
  funded: { appUser: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

const { scan, appUser } = bases;
const asUser = { user: "app-user" };

interface ScanEvent {
  readonly event_type: string;
  readonly event_id: string;
  readonly contract_id: string;
  readonly template_id: string;
  readonly choice?: string;
  readonly child_event_ids?: readonly string[];
}

interface ScanUpdate {
  readonly update_id: string;
  readonly record_time: string;
  readonly workflow_id: string;
  readonly root_event_ids: readonly string[];
  readonly events_by_id: Readonly<Record<string, ScanEvent>>;
}

const updates = async (
  localnet: TestLocalnet,
  request: object = {},
): Promise<readonly ScanUpdate[]> => {
  const { status, body } = await callLocalnet<{ readonly transactions: readonly ScanUpdate[] }>(
    localnet,
    `${scan}/v2/updates`,
    { body: { page_size: 100, ...request } },
  );
  expect(status).to.equal(200);
  return body.transactions;
};

const tap = async (localnet: TestLocalnet): Promise<string> => {
  const { body } = await callLocalnet(localnet, `${appUser}/v0/wallet/tap`, {
    ...asUser,
    body: { amount: "5.0" },
  });
  return String(body["contract_id"]);
};

interface Acs {
  readonly created_events: readonly (ScanEvent & { readonly created_in_update_id?: string })[];
  readonly next_page_token?: number;
}

/** Returns a request for the snapshot of the current time. */
const present = ({ ledger }: TestLocalnet) => ({
  migration_id: 0,
  record_time: ledger.clock.date.toISOString(),
  record_time_match: "at_or_before",
});

describe("LocalNet's Scan", () => {
  before(function () {
    for (const file of files) sharedFile(this, "dars", "localnet", file);
  });

  it(
    "pages through the updates that the DSO sees, as trees",
    localnets(async (localnet) => {
      const before = await updates(localnet);
      const last = before.at(-1);
      const contractId = await tap(localnet);
      const after = { after_migration_id: 0, after_record_time: last?.record_time };
      const [tapped, ...others] = await updates(localnet, { after });
      expect(others).to.deep.equal([]);
      const [root = ""] = tapped?.root_event_ids ?? [];
      expect(tapped?.events_by_id[root]).to.include({
        event_type: "exercised_event",
        event_id: root,
        choice: "AmuletRules_DevNet_Tap",
      });
      const events = Object.values(tapped?.events_by_id ?? {});
      const below = events.flatMap(({ child_event_ids = [] }) => child_event_ids);
      expect([root, ...below].toSorted()).to.deep.equal(Object.keys(tapped?.events_by_id ?? {}));
      expect(events.map((event) => event.contract_id)).to.include(contractId);
      const byId = await callLocalnet(localnet, `${scan}/v2/updates/${tapped?.update_id}`);
      expect(byId.body).to.deep.equal(tapped);
      expect((await updates(localnet, { page_size: 1 })).map(idOf)).to.deep.equal(
        before.slice(0, 1).map(idOf),
      );
      const unknown = await callLocalnet(localnet, `${scan}/v2/updates/1220ab`);
      expect(unknown.status).to.equal(404);
      const lossless = { page_size: 1, daml_value_encoding: "protobuf_json" };
      const refused = await callLocalnet(localnet, `${scan}/v2/updates`, { body: lossless });
      expect(refused.status).to.equal(400);
    }),
  );

  it(
    "serves the contracts of each snapshot, by page, party and template",
    localnets(async (localnet) => {
      const forced = await callLocalnet(localnet, `${scan}/v0/state/acs/force`, { method: "POST" });
      const contractId = await tap(localnet);
      const acs = async (request: object): Promise<Acs> =>
        (
          await callLocalnet<Acs>(localnet, `${scan}/v1/state/acs`, {
            body: { ...present(localnet), page_size: 1000, ...request },
          })
        ).body;
      const all = await acs({});
      const { length } = all.created_events;
      expect(all.created_events.map((each) => each.contract_id)).to.include(contractId);
      const first = await acs({ page_size: length - 1 });
      const second = await acs({ page_size: length - 1, after: first.next_page_token });
      expect(second.created_events).to.deep.equal(all.created_events.slice(-1));
      expect(second).not.to.have.property("next_page_token");
      const amulets = await acs({ templates: ["splice-amulet:Splice.Amulet:Amulet"] });
      expect(amulets.created_events).to.have.length(2);
      const ofProvider = await acs({ party_ids: [localnet.parties.appProvider] });
      expect(ofProvider.created_events.length).to.be.below(length);
      const earlier = await acs({ ...forced.body, record_time_match: "exact" });
      expect(earlier.created_events).to.deep.equal(
        all.created_events.filter((each) => each.contract_id !== contractId),
      );
      const events = await callLocalnet<Acs>(localnet, `${scan}/v0/state/acs`, {
        body: { ...present(localnet), page_size: 1 },
      });
      expect(events.body.created_events[0]).to.include({ event_type: "created_event" });
    }),
  );

  it(
    "names the snapshots before and after a time, and answers 404 if there is none",
    localnets(async (localnet) => {
      localnet.ledger.clock.advance("1h");
      await localnet.settled();
      const time = (path: string) =>
        callLocalnet(localnet, `${scan}/v0/state/acs/snapshot-timestamp${path}&migration_id=0`);
      const before = await time("?before=2030-01-01T00:30:00Z");
      expect(String(before.body["record_time"])).to.match(/^2030-01-01T00:25:00/);
      const after = await time("-after?after=2030-01-01T00:30:00Z");
      expect(String(after.body["record_time"])).to.match(/^2030-01-01T00:30:00.000001Z/);
      expect((await time("?before=2029-01-01T00:00:00Z")).status).to.equal(404);
      expect((await time("-after?after=2031-01-01T00:00:00Z")).status).to.equal(404);
      const migration = (id: number) =>
        callLocalnet(
          localnet,
          `${scan}/v0/state/acs/snapshot-timestamp-after?after=2031-01-01T00:00:00Z&migration_id=${id}`,
        );
      expect((await migration(1)).status).to.equal(404);
      expect(String((await migration(-1)).body["record_time"])).to.match(/^2030-01-01T00:00:00/);
      const missing = await callLocalnet(localnet, `${scan}/v0/state/acs`, {
        body: { migration_id: 0, record_time: "2030-01-01T00:12:00Z", page_size: 1 },
      });
      expect(missing.status).to.equal(404);
    }),
  );

  it(
    "sums up and lists the holdings of owners, now and at an earlier time",
    localnets(async (localnet) => {
      const forced = await callLocalnet(localnet, `${scan}/v0/state/acs/force`, { method: "POST" });
      await tap(localnet);
      const owner_party_ids = [localnet.parties.appUser];
      const total = async (request: object): Promise<unknown> => {
        const { body } = await callLocalnet<{ readonly summaries: readonly object[] }>(
          localnet,
          `${scan}/v0/holdings/summary`,
          { body: { ...request, owner_party_ids } },
        );
        return body.summaries[0];
      };
      expect(await total(present(localnet))).to.include({
        party_id: localnet.parties.appUser,
        total_unlocked_coin: "2000.0000000000",
      });
      expect(await total(forced.body)).to.include({ total_unlocked_coin: "1000.0000000000" });
      const held = await callLocalnet<Acs>(localnet, `${scan}/v1/holdings/state`, {
        body: { ...present(localnet), page_size: 10, owner_party_ids },
      });
      expect(held.body.created_events).to.have.length(2);
      const proxied = await callLocalnet(localnet, `${appUser}/v0/scan-proxy/holdings/summary`, {
        ...asUser,
        body: { ...present(localnet), owner_party_ids },
      });
      expect(proxied.status).to.equal(200);
    }),
  );

  it(
    "reports transfers, instructions and settled allocations in POST /v0/transactions",
    localnets(async (localnet) => {
      const { parties, ledger } = localnet;
      const preapproval = `${bases.appProvider}/v0/wallet/transfer-preapproval`;
      await callLocalnet(localnet, `${bases.appProvider}/v0/wallet/tap`, {
        user: "app-provider",
        body: { amount: "5.0" },
      });
      await callLocalnet(localnet, preapproval, { user: "app-provider", method: "POST" });
      const sent = await callLocalnet(localnet, `${appUser}/v0/wallet/transfer-preapproval/send`, {
        ...asUser,
        body: {
          receiver_party_id: parties.appProvider,
          amount: "10.0",
          deduplication_id: "send-1",
        },
      });
      expect(sent.status).to.equal(200);
      const transfers = "v0/wallet/token-standard/transfers";
      const offer = async (id: string): Promise<string> => {
        // To a validator without a preapproval.
        const { body } = await callLocalnet<{
          readonly output: { readonly transfer_instruction_cid: string };
        }>(localnet, `${bases.appProvider}/${transfers}`, {
          user: "app-provider",
          body: {
            receiver_party_id: parties.appUser,
            amount: "2.5",
            description: id,
            expires_at: Number(ledger.clock.now()) + 3_600_000_000,
            tracking_id: id,
          },
        });
        return body.output.transfer_instruction_cid;
      };
      for (const choice of ["accept", "reject"]) {
        const url = `${appUser}/${transfers}/${await offer(choice)}/${choice}`;
        await callLocalnet(localnet, url, { ...asUser, method: "POST" });
      }
      await callLocalnet(localnet, `${appUser}/${transfers}`, {
        ...asUser,
        body: {
          receiver_party_id: parties.appProvider,
          amount: "3.0",
          description: "direct",
          expires_at: Number(ledger.clock.now()) + 3_600_000_000,
          tracking_id: "direct",
        },
      });
      const soon = Number(ledger.clock.now()) + 3_600_000_000;
      const made = await callLocalnet<{ readonly output: { readonly allocation_cid: string } }>(
        localnet,
        `${appUser}/v0/allocations`,
        {
          ...asUser,
          body: {
            settlement: {
              executor: parties.sv,
              settlement_ref: { id: "trade-1" },
              requested_at: Number(ledger.clock.now()),
              allocate_before: soon,
              settle_before: soon + 1,
            },
            transfer_leg_id: "leg-1",
            transfer_leg: { receiver: parties.appProvider, amount: "4.0" },
          },
        },
      );
      const allocation = made.body.output.allocation_cid;
      const context = await callLocalnet<{ readonly choiceContextData: object }>(
        localnet,
        `${bases.registry}/allocations/v1/${allocation}/choice-contexts/execute-transfer`,
        { body: {} },
      );
      await ledger.submit({
        actAs: [parties.sv, parties.appUser, parties.appProvider],
        readAs: [parties.dso],
        commands: {
          ExerciseCommand: {
            templateId: "#splice-api-token-allocation-v1:Splice.Api.Token.AllocationV1:Allocation",
            contractId: allocation,
            choice: "Allocation_ExecuteTransfer",
            choiceArgument: {
              extraArgs: { context: context.body.choiceContextData, meta: { values: {} } },
            },
          },
        },
      });
      const { body } = await callLocalnet<{ readonly transactions: readonly HistoryItem[] }>(
        localnet,
        `${scan}/v0/transactions`,
        { body: { page_size: 100 } },
      );
      expect(body.transactions.map(flowOf)).to.deep.equal([
        "devnet_tap",
        "devnet_tap",
        "transfer app_user 10.0000000000 to app_provider",
        // Each instruction and allocation locks the amount first.
        "transfer app_provider 2.5000000000 to app_provider",
        "transfer app_provider 2.5000000000 to app_user",
        "transfer app_provider 2.5000000000 to app_provider",
        "abort_transfer_instruction",
        "transfer app_user 3.0000000000 to app_provider",
        "transfer app_user 4.0000000000 to app_user",
        "transfer app_user 4.0000000000 to app_provider",
      ]);
      expect(body.transactions[0]).to.have.nested.property("tap.amulet_owner", parties.appUser);
      const [locked, accepted] = body.transactions.slice(3, 5).map(({ transfer }) => transfer);
      expect(locked).to.include({
        description: "accept",
        transferInstructionReceiver: parties.appUser,
      });
      expect(accepted?.transferInstructionCid).to.equal(locked?.transferInstructionCid);
      const fees = body.transactions.map(({ transfer }) =>
        Number(transfer?.sender.sender_fee ?? 0),
      );
      expect(fees.every((fee) => fee === 0)).to.equal(true);
    }),
  );

  it(
    "serves the rules and entries of the name service, if its package is loaded",
    localnets(async (localnet) => {
      const { parties, ledger } = localnet;
      const rules = await callLocalnet(localnet, `${scan}/v0/ans-rules`, { body: {} });
      expect(rules.body).to.have.nested.property("ans_rules_update.contract.payload.config");
      await ledger.submit({
        actAs: [parties.appUser, parties.dso],
        commands: {
          CreateCommand: {
            templateId: spliceTemplates.ansEntry,
            createArguments: {
              dso: parties.dso,
              user: parties.appUser,
              name: "alice.unverified.ans",
              url: "",
              description: "",
              expiresAt: "2030-04-01T00:00:00Z",
            },
          },
        },
      });
      const byName = await callLocalnet(
        localnet,
        `${scan}/v0/ans-entries/by-name/alice.unverified.ans`,
      );
      expect(byName.body["entry"]).to.include({ user: parties.appUser });
      const user = encodeURIComponent(parties.appUser);
      const byParty = await callLocalnet(localnet, `${scan}/v0/ans-entries/by-party/${user}`);
      expect(byParty.body).to.deep.equal(byName.body);
      const list = await callLocalnet(localnet, `${scan}/v0/ans-entries?page_size=10`);
      expect(list.body["entries"]).to.deep.equal([byName.body["entry"]]);
    }),
  );

  it(
    "names the participant that hosts a party",
    localnets(async (localnet) => {
      const domain = encodeURIComponent(localnet.ledger.state.synchronizers[0]?.id ?? "");
      const of = (version: string, party: string) =>
        callLocalnet(
          localnet,
          `${scan}/${version}/domains/${domain}/parties/${encodeURIComponent(party)}/participant-id`,
        );
      const id = `PAR::${localnet.ledger.state.participantId}`;
      const { appUser: party } = localnet.parties;
      expect((await of("v0", party)).body).to.deep.equal({ participant_id: id });
      expect((await of("v1", party)).body).to.deep.equal({ participant_ids: [id] });
      expect((await of("v0", "nobody::1220ab")).status).to.equal(404);
    }),
  );
});

/** Returns the type of a record of coin history; for a transfer also sender, receivers and amounts. */
const flowOf = ({ transaction_type: type, transfer }: HistoryItem): string => {
  const hint = (party: string): string => party.split("_localnet")[0] ?? party;
  const to = transfer?.receivers.map(({ party, amount }) => `${amount} to ${hint(party)}`) ?? [];
  return [type, ...(transfer === undefined ? [] : [hint(transfer.sender.party)]), ...to].join(" ");
};

const idOf = ({ update_id }: ScanUpdate): string => update_id;

interface HistoryItem {
  readonly transaction_type: string;
  readonly transfer?: {
    readonly sender: { readonly party: string; readonly sender_fee: string };
    readonly transferInstructionCid?: string;
    readonly receivers: readonly { readonly party: string; readonly amount: string }[];
  };
}
