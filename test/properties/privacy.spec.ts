import { expect } from "chai";
import fc from "fast-check";

import {
  activeContracts,
  activeContractsPage,
  collect,
  completions,
  contractById,
  type EventJson,
  eventsByContractId,
  transactionById,
  transactionByOffset,
  transactionTreeByOffset,
  type TreeEventJson,
  updateById,
  updates,
  updatesPage,
  updateTrees,
} from "../../lib/api.ts";
import { isLedgerError, type Ledger } from "../../lib/index.ts";
import { cellHistories, cellLedger } from "../support/cells.ts";
import { eventFormatJson } from "../support/formats.ts";
import { runs } from "../support/properties.ts";
import { untyped } from "../support/untyped.ts";
import { VirtualTimers } from "../support/virtual-timers.ts";
import {
  activeFor,
  type ContractNode,
  contractNodesOf,
  deltaFor,
  effectsFor,
  secretsOf,
  secretsOfNode,
  type ShownEvent,
  transactionsOf,
} from "../support/visibility-oracle.ts";

/** The response to one query for some parties, and the nodes that the rules allow them to see. */
interface Answer {
  readonly query: string;
  readonly json: unknown;
  /** The nodes whose fields the response may contain. */
  readonly visible: readonly ContractNode[];
}

const shownEvent = (event: EventJson | TreeEventJson): ShownEvent => {
  if ("ArchivedEvent" in event) {
    const { witnessParties: witnesses, offset, nodeId, contractId } = event.ArchivedEvent;
    return { kind: "archived", offset, nodeId, contractId, witnesses, acsDelta: true };
  }
  const isCreate = "CreatedEvent" in event || "CreatedTreeEvent" in event;
  const fields =
    "CreatedEvent" in event
      ? event.CreatedEvent
      : "ExercisedEvent" in event
        ? event.ExercisedEvent
        : "CreatedTreeEvent" in event
          ? event.CreatedTreeEvent.value
          : event.ExercisedTreeEvent.value;
  const { witnessParties: witnesses, offset, nodeId, contractId, acsDelta } = fields;
  const kind = isCreate ? "created" : "exercised";
  return { kind, offset, nodeId, contractId, witnesses, acsDelta };
};

const acsDelta = "TRANSACTION_SHAPE_ACS_DELTA";
const effects = "TRANSACTION_SHAPE_LEDGER_EFFECTS";

class Reader {
  readonly #ledger: Ledger;
  readonly #parties: readonly string[];
  readonly #facts: readonly ContractNode[];
  readonly #eventFormat: unknown;

  constructor(ledger: Ledger, parties: readonly string[]) {
    this.#ledger = ledger;
    this.#parties = parties;
    this.#facts = transactionsOf(ledger.state).flatMap(contractNodesOf);
    this.#eventFormat = eventFormatJson(parties);
  }

  /** Runs every query, compares its response with the rules, and returns all responses. */
  async answers(): Promise<readonly Answer[]> {
    return [
      ...this.#snapshots(),
      ...this.#streams(),
      ...this.#trees(),
      ...this.#transactions(),
      ...this.#contracts(),
      await this.#completions(),
    ];
  }

  #snapshots(): readonly Answer[] {
    const ledger = this.#ledger;
    const eventFormat = this.#eventFormat;
    const ends = [...ledger.state.log.keys()];
    return ends.flatMap((activeAtOffset) => {
      const expected = activeFor(this.#facts, activeAtOffset, this.#parties);
      const visible = this.#facts.filter(
        ({ node, contractId }) => node.kind === "create" && expected.includes(contractId),
      );
      const request = { activeAtOffset, eventFormat };
      const items = [...activeContracts(ledger, untyped(request))];
      const page = activeContractsPage(ledger, untyped(request));
      for (const list of [items, page.activeContracts]) {
        const ids = list.map(({ contractEntry }) =>
          "JsActiveContract" in contractEntry
            ? contractEntry.JsActiveContract.createdEvent.contractId
            : expect.fail("nothing is in flight"),
        );
        expect(ids).to.deep.equal(expected);
      }
      return [
        { query: `active contracts at ${activeAtOffset}`, json: items, visible },
        { query: `page of active contracts`, json: page, visible },
      ];
    });
  }

  #streams(): readonly Answer[] {
    return [acsDelta, effects].flatMap((transactionShape) => {
      const includeTransactions = { eventFormat: this.#eventFormat, transactionShape };
      const updateFormat = { includeTransactions };
      const request = { endInclusive: this.#ledger.state.ledgerEnd, updateFormat };
      const stream = updates(this.#ledger, untyped(request));
      const items = [...(Symbol.iterator in stream ? stream : [])];
      const page = updatesPage(this.#ledger, untyped({ updateFormat })).updates;
      const expected = this.#expected(transactionShape);
      for (const list of [items, page]) {
        const events = list.flatMap(({ update }) =>
          "Transaction" in update ? update.Transaction.value.events : expect.fail("no transaction"),
        );
        expect(events.map(shownEvent)).to.deep.equal(expected);
      }
      return [items, page].map((json) => ({
        query: `updates as ${transactionShape}`,
        json,
        visible: this.#visible(expected),
      }));
    });
  }

  #trees(): readonly Answer[] {
    const filter = this.#eventFormat;
    const request = { endInclusive: this.#ledger.state.ledgerEnd, filter };
    const stream = updateTrees(this.#ledger, untyped(request));
    const items = [...(Symbol.iterator in stream ? stream : [])];
    const events = items.flatMap(({ update }) =>
      "TransactionTree" in update
        ? Object.values(update.TransactionTree.value.eventsById)
        : expect.fail("no tree"),
    );
    const expected = this.#expected(effects);
    expect(events.map(shownEvent)).to.deep.equal(expected);
    return [{ query: "trees", json: items, visible: this.#visible(expected) }];
  }

  #transactions(): readonly Answer[] {
    return transactionsOf(this.#ledger.state).flatMap(({ offset, updateId }) => {
      const of = (shape: string) =>
        this.#expected(shape).filter((event) => event.offset === offset);
      const transactionFormat = { eventFormat: this.#eventFormat, transactionShape: effects };
      const updateFormat = { includeTransactions: transactionFormat };
      const parties = this.#parties;
      const lookUps: readonly (readonly [string, string, () => unknown])[] = [
        [
          "transaction by offset",
          acsDelta,
          () => transactionByOffset(this.#ledger, { offset, requestingParties: parties }),
        ],
        [
          "transaction by id",
          effects,
          () => transactionById(this.#ledger, untyped({ updateId, transactionFormat })),
        ],
        [
          "tree by offset",
          effects,
          () => transactionTreeByOffset(this.#ledger, { offset, parties }),
        ],
        [
          "update by id",
          effects,
          () => updateById(this.#ledger, untyped({ updateId, updateFormat })),
        ],
      ];
      return lookUps.map(([query, shape, run]) => {
        const expected = of(shape);
        const json = foundOr(run, "UPDATE_NOT_FOUND");
        expect(json === undefined).to.equal(expected.length === 0, query);
        return { query, json, visible: this.#visible(expected) };
      });
    });
  }

  #contracts(): readonly Answer[] {
    const ids = new Set(this.#facts.map(({ contractId }) => contractId));
    return [...ids].flatMap((contractId) => {
      const visible = this.#facts.filter(
        ({ node, contractId: id, stakeholders }) =>
          id === contractId &&
          node.kind === "create" &&
          this.#parties.some((party) => stakeholders.has(party)),
      );
      const archive = this.#facts.filter(
        ({ node, contractId: id }) =>
          visible.length > 0 && id === contractId && node.kind === "exercise" && node.consuming,
      );
      const contract = foundOr(
        () => contractById(this.#ledger, { contractId, queryingParties: this.#parties }),
        "CONTRACT_PAYLOAD_NOT_FOUND",
      );
      const events = foundOr(
        () =>
          eventsByContractId(this.#ledger, untyped({ contractId, eventFormat: this.#eventFormat })),
        "CONTRACT_EVENTS_NOT_FOUND",
      );
      expect(contract === undefined).to.equal(visible.length === 0);
      expect(events === undefined).to.equal(visible.length === 0);
      expect(events?.archived?.archivedEvent.offset).to.equal(archive[0]?.update.offset);
      return [
        { query: "contract by id", json: contract, visible },
        { query: "events by contract id", json: events, visible },
      ];
    });
  }

  async #completions(): Promise<Answer> {
    const own = transactionsOf(this.#ledger.state).filter(({ submission }) =>
      this.#submitted(submission.actAs),
    );
    const timers = new VirtualTimers();
    const request = { userId: "host", parties: this.#parties };
    const stream = completions(this.#ledger, request, undefined, { timers });
    const list = collect(stream, {}, this.#ledger.config, timers);
    await timers.advance(this.#ledger.config.listWaitMillis);
    const found = (await list).flatMap(({ completionResponse }) =>
      "Completion" in completionResponse ? [completionResponse.Completion.value] : [],
    );
    expect(found.map(({ offset }) => offset)).to.deep.equal(own.map(({ offset }) => offset));
    expect(this.#parties).to.include.members(found.flatMap(({ actAs }) => actAs));
    return { query: "completions", json: found, visible: [] };
  }

  #submitted(actAs: readonly string[]): boolean {
    return actAs.some((party) => this.#parties.includes(party));
  }

  #expected(shape: string): readonly ShownEvent[] {
    return shape === acsDelta
      ? deltaFor(this.#facts, this.#parties)
      : effectsFor(this.#facts, this.#parties);
  }

  #visible(events: readonly ShownEvent[]): readonly ContractNode[] {
    return this.#facts.filter(({ update, node }) =>
      events.some(({ offset, nodeId }) => offset === update.offset && nodeId === node.nodeId),
    );
  }

  /**
   * Returns the ids and the unique texts that the response may contain: those of its visible nodes
   * and of its parties' own submissions.
   */
  allowed({ visible }: Answer): ReadonlySet<string> {
    const own = this.#facts.filter(({ update }) => this.#submitted(update.submission.actAs));
    return new Set([
      ...visible.flatMap(({ node }) => secretsOfNode(node)),
      ...visible.map(({ update }) => update.updateId),
      ...own.flatMap(({ update }) => [
        update.updateId,
        update.submission.commandId,
        update.submission.submissionId,
      ]),
    ]);
  }
}

const foundOr = <Result>(run: () => Result, code: string): Result | undefined => {
  try {
    return run();
  } catch (error) {
    if (isLedgerError(error) && error.code === code) return undefined;
    throw error;
  }
};

describe("privacy", () => {
  it("V.1- V.2- holds for every query, history and party: no response contains events that the rules withhold @property", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(cellHistories, async (history) => {
        const { ledger, parties } = await cellLedger(history);
        const secrets = secretsOf(ledger.state);
        const [first = "", second = "", third = "", stranger = ""] = parties;
        const readers = [
          [first],
          [second],
          [third],
          [first, second],
          [third, stranger],
          [stranger],
        ];
        for (const readAs of readers) {
          const reader = new Reader(ledger, readAs);
          for (const answer of await reader.answers()) {
            const text = JSON.stringify(answer.json ?? null);
            const allowed = reader.allowed(answer);
            const found = [...secrets].filter((secret) => text.includes(secret));
            const leaked = found.filter((secret) => !allowed.has(secret));
            expect(leaked, answer.query).to.deep.equal([]);
            told += found.length;
          }
        }
        await ledger.close();
      }),
      { numRuns: runs(3) },
    );
    // Checks that the histories were not empty.
    expect(told).to.be.above(runs(130));
  });
});
