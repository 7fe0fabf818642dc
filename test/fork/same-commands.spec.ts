import { readFileSync } from "node:fs";

import { expect } from "chai";
import { parse } from "yaml";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import { loadFixture } from "../../fixtures/index.ts";
import { tokenFor } from "../../fixtures/testing/index.ts";
import { updatesPage } from "../../lib/api.ts";
import { forkParticipant } from "../../lib/fork/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { compareReplayedValue } from "../../lib/recording/compare.ts";
import { ReplayIdMapping } from "../../lib/recording/replay-id-mapping.ts";
import { createFetch } from "../../middleware/index.ts";
import { activeContractIds } from "../support/active-contract-ids.ts";
import {
  AmuletSteps,
  createdIn,
  creating,
  exercising,
  type PartyHint,
  partyHints,
  type Step,
} from "../support/amulet-steps.ts";
import {
  allocation,
  amuletRules,
  emptyMeta,
  externalRulesTemplate,
  preapprovalTemplate,
  rulesTemplate,
  startTime,
} from "../support/amulet-terms.ts";
import { activePage } from "../support/copied-ledger.ts";
import type { CreatedEvent } from "../support/http-ledger.ts";
import { Iou } from "../support/iou-package.ts";
import { auth, createReader, remoteParticipant } from "../support/remote-participant.ts";
import { sharedFile } from "../support/shared.ts";
import { secret } from "../support/tokens.ts";
import { assign, issueIou, unassign } from "../support/two-synchronizers.ts";

const shapes = ["TRANSACTION_SHAPE_ACS_DELTA", "TRANSACTION_SHAPE_LEDGER_EFFECTS"];

/** Compares the contracts of each party and of all parties. */
const expectSameContracts = (remote: Ledger, fork: Ledger, parties: readonly string[]): void => {
  for (const as of [...parties.map((party) => [party]), parties]) {
    expect(JSON.stringify(activePage(fork, as))).to.equal(JSON.stringify(activePage(remote, as)));
  }
};

/** Returns the updates after an offset that these parties see. */
const since = (
  ledger: Ledger,
  begin: number,
  parties: readonly string[],
  transactionShape: string,
) => {
  const filters = { cumulative: [{ identifierFilter: { WildcardFilter: { value: {} } } }] };
  const eventFormat = {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
    verbose: true,
  };
  return updatesPage(ledger, {
    beginOffsetExclusive: begin,
    endOffsetInclusive: ledger.state.ledgerEnd,
    updateFormat: {
      includeTransactions: { eventFormat, transactionShape },
      includeReassignments: eventFormat,
    },
  } as never);
};

const expectSame = (
  remote: Ledger,
  fork: Ledger,
  begin: number,
  parties: readonly string[],
): void => {
  for (const shape of shapes) {
    const known = new ReplayIdMapping();
    const there = since(remote, begin, parties, shape);
    expect(JSON.stringify(there)).to.include("CreatedEvent");
    const { differences, reordered } = compareReplayedValue(
      there,
      since(fork, begin, parties, shape),
      known,
    );
    // Ignores command ids: test helpers number their commands, and the host's commands have fresh ids.
    const others = differences.filter(({ pointer }) => !pointer.endsWith("/commandId"));
    expect(JSON.stringify([others, reordered]), shape).to.equal("[[],[]]");
  }
  expect(fork.state.ledgerEnd).to.equal(remote.state.ledgerEnd);
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Replaces every text that `names` contains by its name. */
const named = (json: Json, names: Readonly<Record<string, string>>): Json => {
  if (typeof json === "string") {
    return names[json] ?? names[/^\$\{(.+)\}$/u.exec(json)?.[1] ?? ""] ?? json;
  }
  if (Array.isArray(json)) return json.map((each: Json) => named(each, names));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, named(value, names)]));
};

interface FixtureStep {
  readonly submit?: { readonly id?: string };
  readonly packages?: unknown;
}

const ownerOf = ({ createArgument }: CreatedEvent): unknown =>
  (createArgument as { readonly owner: unknown }).owner;

const transferInstruction =
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferInstruction";

describe("the same commands on a participant and on its fork", () => {
  it("produce the same transactions of the real coin, in both shapes, except ids @slow", async function () {
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    const { steps } = parse(readFileSync("examples/real-coin/market.yaml", "utf8"), {
      merge: true,
    }) as { readonly steps: readonly FixtureStep[] };
    const cut = steps.findIndex(({ submit }) => submit?.id === "tap");
    const daml = createDamlLoader();
    const ledger = await createLedger({
      daml,
      packages: daml.load(dar),
      seed: 1,
      clock: { freeze: "2026-01-01T00:00:00Z" },
    });
    const names = await loadFixture(ledger, {
      name: "before",
      steps: steps.slice(0, cut) as never,
    });
    const { dso = "", alice = "", bob = "" } = names;
    const [, open = ""] = activeContractIds(ledger.state).filter((id) =>
      ledger.state.contracts.get(id)?.contract.templateId.endsWith(":OpenMiningRound"),
    );
    const parties = [dso, alice, bob];
    await createReader(ledger, "reader", parties);
    const fork = await forkParticipant({
      url: "http://participant.example",
      fetch: createFetch(ledger, { auth }),
      token: tokenFor(secret, "reader"),
      webSocket: false,
      ledger: { daml, seed: 2 },
    });
    expect(fork.problems).to.deep.equal([]);
    expectSameContracts(ledger, fork.ledger, parties);
    const known = { ...names, "rounds.created[1]": open } as Readonly<Record<string, string>>;
    const market = steps.slice(cut);
    const at = (id: string): object => market.find(({ submit }) => submit?.id === id)?.submit ?? {};
    const again = JSON.parse(
      JSON.stringify({ ...at("gift"), id: "second" }).replaceAll(
        "offer.result.senderChangeCids",
        "${more}",
      ),
    ) as { exercise: { argument: { transfer: Record<string, unknown> } } };
    again.exercise.argument.transfer["inputHoldingCids"] = ["${more}"];
    const rest = [
      ...market,
      { submit: { ...at("tap"), id: "more" } },
      { submit: again },
      {
        submit: {
          as: "bob",
          disclose: ["rules", "${rounds.created[1]}", "${second.created[2]}"],
          exercise: {
            contract: "${second.result.output.value.transferInstructionCid}",
            template: transferInstruction,
            choice: "TransferInstruction_Withdraw",
            argument: { extraArgs: (again.exercise.argument as { extraArgs?: unknown }).extraArgs },
          },
        },
      },
      { submit: { ...at("tap"), id: "last" } },
      { submit: { as: ["dso", "bob"], exercise: { contract: "last", choice: "Archive" } } },
      {
        submit: {
          as: "alice",
          fails: "CONTRACT_NOT_FOUND",
          exercise: {
            contract: "last",
            choice: "Archive",
            template: "#splice-amulet:Splice.Amulet:Amulet",
          },
        },
      },
    ];
    const fixture = { name: "after", steps: named(rest as unknown as Json, known) } as never;
    await loadFixture(ledger, fixture);
    await loadFixture(fork.ledger, fixture);
    expect(ledger.state.ledgerEnd - fork.pin.offset).to.be.at.least(10);
    expectSame(ledger, fork.ledger, fork.pin.offset, parties);
  });

  it("produce the same one-step transfer, preapproval and allocations of the real coin", async function () {
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    const daml = createDamlLoader();
    const remote = await createLedger({
      daml,
      packages: daml.load(dar),
      seed: 1,
      clock: { freeze: startTime },
    });
    const allocated = partyHints.map((hint) => ({ party: hint }));
    const parties = await loadFixture<PartyHint>(remote, { name: "parties", steps: allocated });
    const { dso, alice, bob, prov, "alice-validator": provider } = parties;
    const steps = new AmuletSteps(parties);
    let commands = 0;
    const submit = async (ledger: Ledger, { actAs, commands: given }: Step, name = "") => {
      const { transaction } = await ledger.submit({
        actAs,
        readAs: [dso],
        commandId: name === "" ? `before-${++commands}` : name,
        commands: given as never,
      });
      return transaction;
    };
    const created = async (step: Step, entity: string): Promise<string> =>
      createdIn(await submit(remote, step), entity)[0]?.contractId ?? "";
    const rules = creating([dso], rulesTemplate, amuletRules(dso, "withFees"));
    steps.rules = await created(rules, "AmuletRules");
    const external = creating([dso], externalRulesTemplate, { dso });
    steps.externalRules = await created(external, "ExternalPartyAmuletRules");
    steps.rounds = createdIn(await submit(remote, steps.bootstrapRounds()), "OpenMiningRound");
    const right = await created(steps.feature(provider), "FeaturedAppRight");

    const known = Object.values(parties);
    await createReader(remote, "reader", known);
    const fork = await forkParticipant({
      url: "http://participant.example",
      fetch: createFetch(remote, { auth }),
      token: tokenFor(secret, "reader"),
      webSocket: false,
      ledger: { daml, seed: 2 },
    });
    expectSameContracts(remote, fork.ledger, known);
    const terms = (sender: string, receiver: string) => ({
      settlement: {
        executor: prov,
        settlementRef: { id: "trade", cid: steps.rules },
        requestedAt: startTime,
        allocateBefore: "2022-01-01T01:00:00Z",
        settleBefore: "2022-01-01T02:00:00Z",
        meta: emptyMeta,
      },
      transferLegId: "leg",
      transferLeg: {
        sender,
        receiver,
        amount: "20.0",
        instrumentId: { admin: dso, id: "Amulet" },
        meta: emptyMeta,
      },
    });
    for (const ledger of [remote, fork.ledger]) {
      const coin = async (owner: string, what: string): Promise<string> => {
        const tapped = await submit(ledger, steps.tap(owner, "500.0"), `tap for ${what}`);
        return createdIn(tapped, "Amulet")[0]?.contractId ?? "";
      };
      const approval = creating([alice, provider, dso], preapprovalTemplate, {
        receiver: alice,
        provider,
        dso,
        validFrom: startTime,
        lastRenewedAt: startTime,
        expiresAt: "2022-01-31T00:00:00Z",
      });
      const approved = createdIn(await submit(ledger, approval, "approve"), "TransferPreapproval");
      const contracts = {
        "transfer-preapproval": approved[0]?.contractId ?? "",
        "featured-app-right": right,
      };
      const transfer = {
        sender: bob,
        receiver: alice,
        inputs: [await coin(bob, "transfer")],
        contracts,
      };
      const moved = await submit(ledger, steps.transfer(transfer), "one step");
      expect(createdIn(moved, "AmuletTransferInstruction")).to.be.empty;
      expect(createdIn(moved, "Amulet").map(ownerOf)).to.include(alice);
      for (const choice of ["Withdraw", "Cancel"]) {
        const by = choice === "Withdraw" ? [alice] : [prov, alice, bob];
        const step = steps.allocate(alice, [await coin(alice, choice)], terms(alice, bob));
        const made = createdIn(await submit(ledger, step, `for ${choice}`), "AmuletAllocation");
        const { values } = steps.context();
        const context = { values: { ...values, "expire-lock": { tag: "AV_Bool", value: true } } };
        const argument = { extraArgs: { context, meta: emptyMeta } };
        const ended = exercising(by, allocation, {
          contractId: made[0]?.contractId ?? "",
          choice: `Allocation_${choice}`,
          choiceArgument: argument,
        });
        await submit(ledger, ended, choice);
      }
    }
    expectSame(remote, fork.ledger, fork.pin.offset, known);
  });

  it("produce the same transactions and reassignments of IOUs on two synchronizers", async () => {
    const remote = await remoteParticipant();
    const held = await issueIou(remote);
    const { ledger: fork, pin } = await forkParticipant(remote.options);
    const { alice, bob, carol } = remote;
    for (const ledger of [remote.ledger, fork]) {
      const here = { ...remote, ledger };
      await issueIou(here, { owner: carol });
      await ledger.submit({
        actAs: bob,
        commandId: "transfer",
        commands: Iou.contractId(held).exercise(Iou.Transfer, { newOwner: alice }),
      });
      const moved = await issueIou(here);
      await assign(here, alice, await unassign(here, alice, moved));
    }
    expectSame(remote.ledger, fork, pin.offset, [alice, bob, carol]);
  });
});
