import { expect } from "chai";
import fc from "fast-check";

import {
  activeContracts,
  activeContractsPage,
  collect,
  completions,
  contractById,
  eventsByContractId,
  prune,
  submitAndWaitForReassignment,
  transactionByOffset,
  transactionTreeByOffset,
  updateById,
  updateByOffset,
  updates,
  updatesPage,
  updateTrees,
} from "../../lib/api.ts";
import { historyPage, recordHistory } from "../../lib/history.ts";
import {
  createLedger,
  isLedgerError,
  type Ledger,
  type LedgerOptions,
  type Snapshot,
  type SubmitRequest,
} from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import { openLevelStore } from "../../lib/stores/level/index.ts";
import { activeContractIds } from "../support/active-contract-ids.ts";
import { eventFormatJson } from "../support/formats.ts";
import { Iou, iouPackage } from "../support/iou-package.ts";
import { runs } from "../support/properties.ts";
import {
  assignCommand,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassignCommand,
} from "../support/two-synchronizers.ts";
import { untyped } from "../support/untyped.ts";
import { useFolder } from "../support/use-folder.ts";
import { VirtualTimers } from "../support/virtual-timers.ts";

type Stage = TwoSynchronizers;

const options: LedgerOptions = {
  packages: [iouPackage],
  seed: 1,
  clock: { freeze: "2024-01-01T12:00:00Z" },
};

/** Limits that keep so little in memory that nearly all history is read from the store. */
const narrow = { recentEntries: 2, entriesPerCheckpoint: 5 };

/** A number from 0 to 1 that selects the item at this fraction of a list. */
type Pick = number;

type Step =
  | { readonly kind: "issue"; readonly command: number }
  | { readonly kind: "transfer" | "archive" | "unassign" | "assign" | "prune"; readonly pick: Pick }
  | { readonly kind: "record" | "snapshot" | "reopen" }
  | { readonly kind: "revert"; readonly pick: Pick };

const pick = fc.double({ min: 0, max: 0.999, noNaN: true });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("issue"), command: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("transfer"), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("archive"), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("unassign"), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("assign"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prune"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("record") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("snapshot") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revert"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen") }) },
);

const picked = <T>(list: readonly T[], at: Pick): T | undefined =>
  list[Math.floor(at * list.length)];

const activeOn = ({ ledger: { state } }: Stage) => activeContractIds(state);

const exercise = async (
  stage: Stage,
  at: Pick,
  commandsOn: (iou: ReturnType<typeof Iou.contractId>) => SubmitRequest["commands"],
): Promise<void> => {
  const { ledger, alice, bob } = stage;
  const contractId = picked(activeOn(stage), at);
  if (contractId === undefined) return;
  await ledger.submit({ actAs: [alice, bob], commands: commandsOn(Iou.contractId(contractId)) });
};

const reassign = async ({ ledger, bob }: Stage, command: object): Promise<void> => {
  const commandId = `reassignment-${ledger.state.position}`;
  await submitAndWaitForReassignment(ledger, reassignmentBody(bob, command, { commandId }));
};

const leave = async (stage: Stage, at: Pick): Promise<void> => {
  const contractId = picked(activeOn(stage), at);
  if (contractId === undefined) return;
  const { ledger, east, west } = stage;
  const source = ledger.state.contracts.get(contractId)?.activation?.synchronizerId ?? east;
  await reassign(stage, unassignCommand(contractId, source, source === east ? west : east));
};

const arrive = async (stage: Stage, at: Pick): Promise<void> => {
  const [reassignmentId, flight] = picked([...stage.ledger.state.inFlight.entries()], at) ?? [];
  const [event] = flight?.events ?? [];
  if (reassignmentId === undefined || event === undefined) return;
  await reassign(stage, assignCommand(reassignmentId, event.source, event.target));
};

/**
 * Runs steps on a ledger. `play` returns "done", or the error of the step. `stage` has the currently open
 * ledger.
 */
class Player {
  stage: Stage;
  readonly #reopen: ((ledger: Ledger) => Promise<Ledger>) | undefined;
  #snapshots: Snapshot[] = [];

  constructor(stage: Stage, reopen?: (ledger: Ledger) => Promise<Ledger>) {
    this.stage = stage;
    this.#reopen = reopen;
  }

  async play(step: Step): Promise<string> {
    try {
      await this.#do(step);
      return "done";
    } catch (error) {
      if (isLedgerError(error)) return `${error.code}: ${error.message}`;
      throw error;
    }
  }

  async #do(step: Step): Promise<unknown> {
    const { ledger } = this.stage;
    switch (step.kind) {
      case "issue": {
        const { alice, bob } = this.stage;
        const commands = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] });
        return ledger.submit({ actAs: alice, commands, commandId: `command-${step.command}` });
      }
      case "transfer":
        return exercise(this.stage, step.pick, (iou) =>
          iou.exercise(Iou.Transfer, { newOwner: this.stage.bob }),
        );
      case "archive":
        return exercise(this.stage, step.pick, (iou) => iou.exercise(Iou.Archive));
      case "unassign":
        return leave(this.stage, step.pick);
      case "assign":
        return arrive(this.stage, step.pick);
      case "prune":
        return prune(ledger, Math.max(1, Math.floor(ledger.state.ledgerEnd * step.pick)));
      case "record":
        return recordHistory(ledger, {
          transactions: [
            { transaction_type: "tap", tap: { owner: this.stage.alice, amount: "1" } },
          ],
        } as never);
      case "snapshot":
        return this.#snapshots.push(ledger.snapshot());
      case "revert": {
        const snapshot = picked(this.#snapshots, step.pick);
        return snapshot && ledger.revert(snapshot);
      }
      case "reopen":
        this.#snapshots = [];
        if (this.#reopen !== undefined) {
          this.stage = { ...this.stage, ledger: await this.#reopen(ledger) };
        }
        return undefined;
    }
  }
}

/** Returns the result or error of every query, at every offset and for every contract and id. */
const answersOf = async (
  { ledger, alice, bob, carol }: Stage,
  known: { readonly contracts: readonly string[]; readonly updates: readonly string[] },
): Promise<readonly unknown[]> => {
  const { state } = ledger;
  const parties = [alice, bob, carol];
  const eventFormat = eventFormatJson(parties);
  const transactionFormat = { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" };
  const updateFormat = {
    includeTransactions: transactionFormat,
    includeReassignments: eventFormat,
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
  };
  const answers: unknown[] = [];
  const ask = (query: () => unknown): void => {
    try {
      const answer = query();
      answers.push(
        typeof answer === "object" && answer !== null && Symbol.iterator in answer
          ? [...(answer as Iterable<unknown>)]
          : answer,
      );
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      answers.push(`${error.code}: ${error.message}`);
    }
  };
  for (let offset = 0; offset <= state.ledgerEnd + 1; offset++) {
    ask(() => updateByOffset(ledger, untyped({ offset, updateFormat })));
    ask(() => transactionByOffset(ledger, untyped({ offset, transactionFormat })));
    ask(() => transactionTreeByOffset(ledger, untyped({ offset, parties })));
    ask(() => activeContracts(ledger, untyped({ activeAtOffset: offset, eventFormat })));
    ask(() => activeContractsPage(ledger, untyped({ activeAtOffset: offset, eventFormat })));
    const range = { beginExclusive: offset, endInclusive: state.ledgerEnd, updateFormat };
    ask(() => updates(ledger, untyped(range)));
    ask(() => updates(ledger, untyped({ ...range, descendingOrder: true })));
    ask(() => updateTrees(ledger, untyped(range)));
    for (const descendingOrder of [false, true]) {
      const page = { beginOffsetExclusive: offset, descendingOrder, maxPageSize: 2, updateFormat };
      ask(() => updatesPage(ledger, untyped(page)));
    }
    ask(() => state.log.get(offset));
    ask(() => state.log.entries(offset));
    ask(() => state.log.entriesReversed(offset));
  }
  for (const contractId of known.contracts) {
    ask(() => contractById(ledger, untyped({ contractId, queryingParties: parties })));
    ask(() => eventsByContractId(ledger, untyped({ contractId, eventFormat })));
    ask(() => state.contracts.get(contractId));
  }
  for (const updateId of known.updates) {
    ask(() => updateById(ledger, untyped({ updateId, updateFormat })));
  }
  for (const sort_order of ["asc", "desc"] as const) {
    const page = historyPage(ledger, { page_size: 3, sort_order });
    answers.push(page);
    const last = page.transactions.at(-1)?.event_id;
    if (last === undefined) continue;
    answers.push(historyPage(ledger, { page_size: 3, sort_order, page_end_event_id: last }));
  }
  answers.push([state.ledgerEnd, state.prunedUpTo, state.log.size, state.history.size]);
  answers.push(await completionsOf(ledger, parties));
  return answers;
};

const completionsOf = async (ledger: Ledger, parties: readonly string[]): Promise<unknown> => {
  const timers = new VirtualTimers();
  const { prunedUpTo, ledgerEnd } = ledger.state;
  const begin = prunedUpTo === 0 ? 0 : Math.min(prunedUpTo + 1, ledgerEnd);
  if (begin > 0 && begin === prunedUpTo) return undefined;
  const request = { userId: "host", parties, beginExclusive: begin };
  const stream = completions(ledger, request, undefined, { timers });
  const list = collect(stream, {}, ledger.config, timers);
  await timers.advance(ledger.config.listWaitMillis);
  return list;
};

type Opener = () => Promise<JournalStore>;

/**
 * Defines the test for a kind of store. `openerOf()` makes a store; each call of the function that it returns
 * opens that store again.
 */
const answersAsOneThatHoldsEverything = (openerOf: () => Opener, tries: number): void => {
  it("answers every query like a ledger that keeps all history, after any steps @property", async () => {
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const opener = openerOf();
        const open = async (): Promise<LedgerOptions> => ({
          ...options,
          limits: narrow,
          store: await opener(),
        });
        const kept = new Player(await twoSynchronizers(await open()), async (ledger) => {
          await ledger.close();
          return createLedger(await open());
        });
        const held = new Player(await twoSynchronizers({ ...options }));
        const contracts = new Set<string>();
        const updateIds = new Set<string>();
        held.stage.ledger.subscribe(({ events }) => {
          for (const event of events) {
            if (!("update" in event)) continue;
            updateIds.add(event.update.updateId);
            if (event.update.kind !== "transaction") continue;
            for (const node of event.update.transaction.nodes) {
              if (node.kind === "create") contracts.add(node.contract.contractId);
            }
          }
        });
        try {
          for (const each of steps) {
            expect(await kept.play(each), each.kind).to.equal(await held.play(each));
          }
          const known = { contracts: [...contracts], updates: [...updateIds] };
          const answers = await answersOf(kept.stage, known);
          expect(answers).to.deep.equal(await answersOf(held.stage, known));
          if (kept.stage.ledger.state.evicted !== undefined) looked++;
        } finally {
          await kept.stage.ledger.close();
        }
      }),
      { numRuns: runs(tries) },
    );
    expect(looked).to.be.greaterThan(tries / 4);
  });
};

describe("ledger that keeps only the latest history in memory", () => {
  const place = useFolder("past");

  answersAsOneThatHoldsEverything(() => {
    const folder = place();
    return () => openLevelStore(folder);
  }, 5);
});
