import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { allocate, inAnHour } from "../support/localnet-allocation.ts";
import { bases, callLocalnet, type LocalnetResponse } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { factsOf } from "../support/localnet-facts.ts";
import { sharedFile } from "../support/shared.ts";

const localnets = useLocalnet({
  dars: walletDars(),
  funded: { appUser: "1000.0", appProvider: "1000.0" },
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
  automation: { on: "all" },
});

const { scan, registry, appUser } = bases;
const operator = { user: "ledger-api-user" };
const asUser = { user: "app-user" };

type Key = keyof typeof spliceTemplates;

/** Archives the active contracts of a template, at most `count`, as the DSO. */
const archive = async ({ ledger, parties }: TestLocalnet, key: Key, count = Infinity) => {
  for (const { contractId } of ledger.contracts(spliceTemplates[key]).slice(0, count)) {
    await ledger.submit({
      actAs: parties.dso,
      commands: {
        ExerciseCommand: {
          templateId: spliceTemplates[key],
          contractId,
          choice: "Archive",
          choiceArgument: {},
        },
      },
    });
  }
};

/** Archives a contract as all its signatories. */
const archiveOne = ({ ledger }: TestLocalnet, key: Key, contractId: string) =>
  ledger.submit({
    actAs: [...(ledger.state.contracts.get(contractId)?.contract.signatories ?? [])],
    commands: {
      ExerciseCommand: {
        templateId: spliceTemplates[key],
        contractId,
        choice: "Archive",
        choiceArgument: {},
      },
    },
  });

const offer = (localnet: TestLocalnet, tracking_id: string) => ({
  receiver_party_id: localnet.parties.appProvider,
  amount: "2.5",
  description: "coffee",
  expires_at: inAnHour(localnet),
  tracking_id,
});

/** Starts a transfer that the receiver is to accept; returns the id of the instruction. */
const transferTo = async (localnet: TestLocalnet, receiver: string): Promise<string> => {
  const { body } = await callLocalnet<{
    readonly output: { readonly transfer_instruction_cid: string };
  }>(localnet, `${appUser}/v0/wallet/token-standard/transfers`, {
    ...asUser,
    body: { ...offer(localnet, "transfer-1"), receiver_party_id: receiver },
  });
  return body.output.transfer_instruction_cid;
};

const traffic = (localnet: TestLocalnet) => ({
  receiving_validator_party_id: localnet.parties.appUser,
  domain_id: localnet.ledger.state.synchronizers[0]?.id,
  traffic_amount: 1_000_000,
  tracking_id: "traffic-1",
  expires_at: inAnHour(localnet),
});

/** Returns the status and the error of calls, by name. */
const outcomes = async (
  calls: Readonly<Record<string, Promise<LocalnetResponse<Readonly<Record<string, unknown>>>>>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const told: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await call;
    told[name] = `${status} ${String(body["error"])}`;
  }
  return told;
};

const transfer = ({ parties }: TestLocalnet) => ({
  sender: parties.appUser,
  receiver: parties.appProvider,
  amount: "1.0",
  instrumentId: { admin: parties.dso, id: "Amulet" },
});

describe("LocalNet with missing contracts of the DSO", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "answers 404 or 503 while no round is open, and names the newest round if none is usable yet",
    localnets(async (localnet) => {
      const { parties } = localnet;
      await archive(localnet, "openMiningRound", 2);
      const { body: dso } = await callLocalnet(localnet, `${scan}/v0/dso`);
      expect(dso).to.have.nested.property("latest_mining_round.contract.payload.round.number", "2");
      await archive(localnet, "openMiningRound");
      const party = encodeURIComponent(parties.appUser);
      expect(
        await outcomes({
          dso: callLocalnet(localnet, `${scan}/v0/dso`),
          factory: callLocalnet(localnet, `${registry}/transfer-instruction/v1/transfer-factory`, {
            body: { choiceArguments: { transfer: transfer(localnet) } },
          }),
          tap: callLocalnet(localnet, `${appUser}/v0/wallet/tap`, {
            ...asUser,
            body: { amount: "1.0" },
          }),
          preapproval: callLocalnet(localnet, `${appUser}/v0/wallet/transfer-preapproval`, {
            ...asUser,
            method: "POST",
          }),
          setup: callLocalnet(localnet, `${appUser}/v0/admin/external-party/setup-proposal`, {
            ...operator,
            body: { user_party_id: parties.appUser },
          }),
        }),
      ).to.deep.equal({
        dso: "404 No OpenMiningRound contract found.",
        factory: "404 No open usable OpenMiningRound found.",
        tap: "503 No OpenMiningRound is open.",
        preapproval: "503 No OpenMiningRound is open.",
        setup: "503 No OpenMiningRound is open.",
      });
      const rounds = await callLocalnet(localnet, `${scan}/v0/open-and-issuing-mining-rounds`, {
        body: {
          cached_open_mining_round_contract_ids: [],
          cached_issuing_round_contract_ids: [],
        },
      });
      expect(rounds.body).to.deep.equal({
        time_to_live_in_microseconds: 0,
        open_mining_rounds: {},
        issuing_mining_rounds: {},
      });
      const balance = await callLocalnet(
        localnet,
        `${appUser}/v0/admin/external-party/balance?party_id=${party}`,
        operator,
      );
      expect(balance.body).to.include({ computed_as_of_round: 0 });
      const summary = await callLocalnet(localnet, `${scan}/v0/holdings/summary`, {
        body: {
          migration_id: 0,
          record_time: localnet.ledger.clock.date.toISOString(),
          record_time_match: "at_or_before",
          owner_party_ids: [parties.appUser],
        },
      });
      expect(summary.body).to.include({ computed_as_of_round: 0 });
      expect(await factsOf(localnet)).to.include({ amuletPrice: "" });
    }),
  );

  it(
    "keeps accepted offers and requests to buy traffic while no round is open",
    localnets(async (localnet) => {
      await archive(localnet, "openMiningRound");
      const made = await callLocalnet(localnet, `${appUser}/v0/wallet/transfer-offers`, {
        ...asUser,
        body: offer(localnet, "offer-1"),
      });
      const contractId = String(made.body["offer_contract_id"]);
      const accepted = await callLocalnet(
        localnet,
        `${bases.appProvider}/v0/wallet/transfer-offers/${contractId}/accept`,
        { user: "app-provider", method: "POST" },
      );
      expect(accepted.status).to.equal(200);
      const requests = `${appUser}/v0/wallet/buy-traffic-requests`;
      const body = traffic(localnet);
      expect((await callLocalnet(localnet, requests, { ...asUser, body })).status).to.equal(200);
      const elsewhere = { ...body, tracking_id: "2", receiving_validator_party_id: "nobody::1220" };
      expect(
        await outcomes({
          again: callLocalnet(localnet, requests, { ...asUser, body }),
          elsewhere: callLocalnet(localnet, requests, { ...asUser, body: elsewhere }),
        }),
      ).to.deep.equal({
        again: "409 A traffic request with the tracking id traffic-1 was created before.",
        elsewhere: `400 Could not find participant hosting nobody::1220 on domain ${body.domain_id}`,
      });
      await localnet.settled();
      const status = await callLocalnet(
        localnet,
        `${appUser}/v0/wallet/transfer-offers/offer-1/status`,
        { ...asUser, method: "POST" },
      );
      expect(status.body).to.include({
        status: "accepted",
        contract_id: accepted.body["accepted_offer_contract_id"],
      });
      expect((await factsOf(localnet)).offers.map(({ kind, what }) => [kind, what])).to.deep.equal([
        ["accepted transfer offer", "2.5 amulet"],
        ["request to buy traffic", "1000000 bytes"],
      ]);
    }),
  );

  it(
    "reports that a request to buy traffic was cancelled, with the reason",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      await archive(localnet, "openMiningRound");
      const made = await callLocalnet(localnet, `${appUser}/v0/wallet/buy-traffic-requests`, {
        ...asUser,
        body: traffic(localnet),
      });
      await ledger.submit({
        actAs: [parties.appUser, parties.dso],
        commands: {
          ExerciseCommand: {
            templateId: spliceTemplates.buyTrafficRequest,
            contractId: String(made.body["request_contract_id"]),
            choice: "BuyTrafficRequest_Cancel",
            choiceArgument: { reason: "too expensive" },
          },
        },
      });
      const status = await callLocalnet(
        localnet,
        `${appUser}/v0/wallet/buy-traffic-requests/traffic-1/status`,
        { ...asUser, method: "POST" },
      );
      expect(status.body).to.deep.equal({
        status: "failed",
        failure_reason: "rejected",
        rejection_reason: "too expensive",
      });
    }),
  );

  it(
    "answers 404 without the rules, and automation does nothing",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      const preapproval = `${bases.appProvider}/v0/wallet/transfer-preapproval`;
      await callLocalnet(localnet, preapproval, { user: "app-provider", method: "POST" });
      await transferTo(localnet, parties.sv);
      await allocate(localnet);
      const offers = `${appUser}/v0/wallet/transfer-offers`;
      await callLocalnet(localnet, offers, { ...asUser, body: offer(localnet, "offer-1") });
      const counted = (key: Key): number => ledger.contracts(spliceTemplates[key]).length;
      expect(counted("transferOffer")).to.equal(1);
      await archive(localnet, "externalPartyAmuletRules");
      await archive(localnet, "amuletRules");
      const allocation = { choiceArguments: { allocation: {} } };
      const external = `${appUser}/v0/admin/external-party`;
      expect(
        await outcomes({
          dso: callLocalnet(localnet, `${scan}/v0/dso`),
          external: callLocalnet(localnet, `${scan}/v0/external-party-amulet-rules`, { body: {} }),
          registry: callLocalnet(localnet, `${registry}/metadata/v1/info`),
          factory: callLocalnet(
            localnet,
            `${registry}/allocation-instruction/v1/allocation-factory`,
            { body: allocation },
          ),
          send: callLocalnet(localnet, `${external}/transfer-preapproval/prepare-send`, {
            ...operator,
            body: {
              sender_party_id: parties.appUser,
              receiver_party_id: parties.appProvider,
              amount: 1,
              expires_at: "2100-01-01T00:00:00Z",
              nonce: 0,
            },
          }),
        }),
      ).to.deep.equal({
        dso: "404 No AmuletRules contract found.",
        external: "404 No ExternalPartyAmuletRules contract found.",
        registry: "404 No AmuletRules contract found.",
        factory: "404 No ExternalPartyAmuletRules contract found.",
        send: "404 No ExternalPartyAmuletRules contract found.",
      });
      const rounds = ledger.contracts(spliceTemplates.openMiningRound);
      ledger.clock.advance("120d");
      await localnet.settled();
      expect(ledger.contracts(spliceTemplates.openMiningRound)).to.deep.equal(rounds);
      expect(counted("transferPreapproval")).to.equal(1);
      expect(counted("amuletTransferInstruction")).to.equal(1);
      expect(counted("amuletAllocation")).to.equal(1);
      expect(counted("transferOffer")).to.equal(1);
    }),
  );
});

describe("LocalNet with missing contracts of users", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "gives no context to accept a transfer or to execute an allocation when the locked amulet is gone",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      const instruction = await transferTo(localnet, parties.appProvider);
      const allocation = await allocate(localnet);
      const locked = ledger.contracts(spliceTemplates.lockedAmulet);
      expect(locked).to.have.length(2);
      for (const { contractId } of locked) await archiveOne(localnet, "lockedAmulet", contractId);
      const context = (path: string) => callLocalnet(localnet, `${registry}/${path}`, { body: {} });
      const transfers = `transfer-instruction/v1/${instruction}/choice-contexts`;
      const allocations = `allocations/v1/${allocation}/choice-contexts`;
      expect(
        await outcomes({
          accept: context(`${transfers}/accept`),
          execute: context(`${allocations}/execute-transfer`),
        }),
      ).to.deep.equal({
        accept: `404 AmuletTransferInstruction '${instruction}' not found.`,
        execute: `404 AmuletAllocation '${allocation}' not found.`,
      });
      for (const path of [`${transfers}/withdraw`, `${allocations}/cancel`]) {
        expect((await context(path)).body, path).to.deep.equal({
          choiceContextData: { values: { "expire-lock": { tag: "AV_Bool", value: false } } },
          disclosedContracts: [],
        });
      }
      ledger.clock.advance("2h");
      await localnet.settled();
      expect(ledger.contracts(spliceTemplates.amuletAllocation)).to.have.length(0);
    }),
  );

  it(
    "does not act on offers and requests of parties without a wallet",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      const terms = {
        sender: parties.dso,
        receiver: parties.appUser,
        dso: parties.dso,
        amount: { amount: "3.0", unit: "USDUnit" },
        expiresAt: "2030-01-01T01:00:00Z",
        trackingId: "unknown",
      };
      const create = (key: Key, createArguments: object) =>
        ledger.submit({
          actAs: [parties.dso, parties.appUser],
          commands: { CreateCommand: { templateId: spliceTemplates[key], createArguments } },
        });
      await create("transferOffer", { ...terms, description: "rent" });
      await create("acceptedTransferOffer", terms);
      await create("buyTrafficRequest", {
        dso: parties.dso,
        endUserParty: parties.dso,
        expiresAt: terms.expiresAt,
        trackingId: "unknown",
        trafficAmount: "1000",
        memberId: `PAR::${ledger.state.participantId}`,
        synchronizerId: ledger.state.synchronizers[0]?.id,
        migrationId: "0",
      });
      ledger.clock.advance("2h");
      await localnet.settled();
      expect((await factsOf(localnet)).offers.map(({ kind, what }) => [kind, what])).to.deep.equal([
        ["transfer offer", "3 USD"],
        ["accepted transfer offer", "3 USD"],
        ["request to buy traffic", "1000 bytes"],
      ]);
    }),
  );

  it(
    "finds, of a receiver's several preapprovals, the one that became valid last",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      for (const [validFrom, provider] of [
        ["2029-01-01T00:00:00Z", parties.sv],
        ["2029-03-01T00:00:00Z", parties.appProvider],
        ["2029-02-01T00:00:00Z", parties.sv],
      ]) {
        await ledger.submit({
          actAs: [parties.dso, parties.sv, parties.appProvider, parties.appUser],
          commands: {
            CreateCommand: {
              templateId: spliceTemplates.transferPreapproval,
              createArguments: {
                dso: parties.dso,
                receiver: parties.appUser,
                provider,
                validFrom,
                lastRenewedAt: validFrom,
                expiresAt: "2031-01-01T00:00:00Z",
              },
            },
          },
        });
      }
      const party = encodeURIComponent(parties.appUser);
      const { body } = await callLocalnet(
        localnet,
        `${scan}/v0/transfer-preapprovals/by-party/${party}`,
      );
      expect(body).to.have.nested.property(
        "transfer_preapproval.contract.payload.provider",
        parties.appProvider,
      );
    }),
  );
});

describe("transfer commands that are not sent", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  /** Creates a transfer command for a delegate that is no validator here. */
  const command = async ({ ledger, parties }: TestLocalnet, terms: object = {}) => {
    await ledger.submit({
      actAs: [parties.appUser, parties.dso],
      commands: {
        CreateCommand: {
          templateId: spliceTemplates.transferCommand,
          createArguments: {
            dso: parties.dso,
            sender: parties.appUser,
            receiver: parties.appProvider,
            delegate: parties.dso,
            amount: "1.0",
            expiresAt: "2031-01-01T00:00:00Z",
            nonce: "0",
            description: null,
            ...terms,
          },
        },
      },
    });
    return ledger.contracts(spliceTemplates.transferCommand).at(-1)?.contractId ?? "";
  };

  const statuses = async (localnet: TestLocalnet): Promise<readonly unknown[]> => {
    const sender = encodeURIComponent(localnet.parties.appUser);
    const { body } = await callLocalnet<{
      readonly transfer_commands_by_contract_id: Readonly<
        Record<string, { readonly status: unknown }>
      >;
    }>(localnet, `${scan}/v0/transfer-command/status?sender=${sender}&nonce=0`);
    return Object.values(body.transfer_commands_by_contract_id).map(({ status }) => status);
  };

  it(
    "have a status that says whether they wait, were withdrawn, have expired or were archived",
    localnets(async (localnet) => {
      const { ledger, parties } = localnet;
      const end = async (choice: string, choiceArgument: object, terms?: object) =>
        ledger.submit({
          actAs: [parties.appUser, parties.dso],
          commands: {
            ExerciseCommand: {
              templateId: spliceTemplates.transferCommand,
              contractId: await command(localnet, terms),
              choice,
              choiceArgument,
            },
          },
        });
      await command(localnet);
      await end("TransferCommand_Withdraw", {});
      await end("Archive", {});
      await end(
        "TransferCommand_Expire",
        { p: parties.appUser },
        { expiresAt: "2029-01-01T00:00:00Z" },
      );
      expect(await statuses(localnet)).to.deep.equal([
        { status: "created" },
        {
          status: "failed",
          failure_kind: "withdrawn",
          reason: "The TransferCommand has been withdrawn by the sender",
        },
        { status: "failed", failure_kind: "failed", reason: "ended by Archive" },
        {
          status: "failed",
          failure_kind: "expired",
          reason: "The TransferCommand has expired",
        },
      ]);
    }),
  );

  it(
    "fail if the receiver has no preapproval, but stay active if they had already expired",
    localnets(async (localnet) => {
      const delegate = localnet.parties.appUser;
      await command(localnet, { delegate, expiresAt: "2029-01-01T00:00:00Z" });
      await localnet.settled();
      expect(await statuses(localnet)).to.deep.equal([{ status: "created" }]);
      await command(localnet, { delegate });
      await localnet.settled();
      const [, failed] = await statuses(localnet);
      expect(failed).to.deep.include({ status: "failed", failure_kind: "failed" });
    }),
  );
});
