import { isDeepStrictEqual } from "node:util";

import { updates } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import type { Attempt } from "./attempt.ts";
import { stakeholdersOf } from "./model/contract.ts";
import { Impossible, type Interpreted, type ModelEvent } from "./model/interpret.ts";
import type { Model, Move } from "./model/model.ts";
import {
  linesOf,
  readReceivedUpdate,
  type ReceivedEvent,
  type ReceivedUpdate,
} from "./model/received-update.ts";
import { shownOf } from "./model/view.ts";
import { demand, Violation } from "./violation.ts";

const everything = {
  includeTransactions: {
    eventFormat: { filtersByParty: {}, filtersForAnyParty: {}, verbose: false },
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
  },
  includeReassignments: { filtersByParty: {}, filtersForAnyParty: {}, verbose: false },
  includeTopologyEvents: { includeParticipantAuthorizationEvents: {} },
};

/** Information besides the model that the observer needs. */
export interface Context {
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Returns the attacking party, whose contracts the model does not contain. */
  readonly attacker: () => string;
  readonly nowMicros: () => bigint;
  readonly onMove: (commandId: string) => void;
}

const longestDeduplicationMicros = 7n * 86_400_000_000n;

/** Checks every update against the model as soon as it is on the ledger. */
export class Observer {
  readonly #context: Context;
  #seenUpTo = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Starts after this offset; the caller or another observer has seen the earlier updates. */
  startAt(offset: number): void {
    this.#seenUpTo = offset;
  }

  observe(ledger: Ledger, model: Model): void {
    const { ledgerEnd, prunedUpTo } = ledger.state;
    if (prunedUpTo > model.prunedUpTo) model.prune(prunedUpTo);
    if (ledgerEnd <= this.#seenUpTo) return;
    const beginExclusive = Math.max(this.#seenUpTo, prunedUpTo);
    const request = { beginExclusive, endInclusive: ledgerEnd, updateFormat: everything };
    const items = updates(ledger, request) as Iterable<unknown>;
    for (const item of items) this.#take(readReceivedUpdate(item), model);
    this.#seenUpTo = ledgerEnd;
    model.seenUpTo = ledgerEnd;
  }

  #take(told: ReceivedUpdate, model: Model): void {
    const { offset, updateId } = told;
    demand(offset > model.end, "order", () => `${offset} comes after ${model.end}`);
    if (told.kind === "topology") {
      model.updates.push({ offset, updateId, events: [], moves: [] });
    } else if (told.kind === "reassignment") {
      this.#takeMoves(told, model);
    } else {
      this.#takeTransaction(told, model);
    }
  }

  #takeTransaction(told: ReceivedUpdate, model: Model): void {
    const attempt = this.#context.attempts.get(told.workflowId || told.commandId);
    if (attempt === undefined) return this.#takeForeign(told, model);
    const { change, outcome } = attempt;
    const what = `${told.offset} of ${told.workflowId}`;
    demand(outcome !== "refused", "refusal", () => `${what} was refused before`);
    demand(outcome !== "cut", "refusal", () => `${what} never came completely`);
    const before = model.committed.get(change);
    const atMicros = this.#context.nowMicros();
    demand(
      before === undefined ||
        // After pruning, the ledger does not know earlier accepted submissions, as on a participant.
        before.offset <= model.prunedUpTo ||
        atMicros - before.atMicros > longestDeduplicationMicros,
      "once",
      () => `${what} is the change of ${before?.offset ?? ""} again`,
    );
    const ids = told.events.filter(({ kind }) => kind === "created").map((each) => each.contractId);
    const interpreted = interpretedBy(model, attempt, ids, what);
    compare(told.events, interpreted.events, what);
    attempt.updateIds.add(told.updateId);
    const update = { ...told, change, events: interpreted.events, moves: [] };
    demand(
      isDeepStrictEqual(linesOf(told), shownOf(update, everybodyIn(interpreted.events), "effects")),
      "privacy",
      () => `${what} has the witnesses ${linesOf(told).join("; ")}`,
    );
    model.add(update, interpreted, told.synchronizerId, atMicros);
  }

  /** Checks that updates outside the model do not concern the model's parties. */
  #takeForeign(told: ReceivedUpdate, model: Model): void {
    const attacker = this.#context.attacker();
    for (const { contractId, witnessParties } of told.events) {
      demand(!model.contracts.has(contractId), "agreement", () => `${told.offset} by nobody`);
      const isOwn = witnessParties.every((party) => party === attacker);
      demand(
        isOwn,
        "authority",
        () => `${told.offset} of an attacker tells ${witnessParties.join()}`,
      );
    }
    const { offset, updateId } = told;
    model.updates.push({ offset, updateId, events: foreignEvents(told, attacker), moves: [] });
  }

  #takeMoves(told: ReceivedUpdate, model: Model): void {
    const { offset, updateId } = told;
    const moves = told.events.map((event) => moveOf(event, model, offset));
    this.#context.onMove(told.commandId);
    model.move({ offset, updateId, events: [], moves });
    this.#context.attempts.get(told.workflowId)?.updateIds.add(updateId);
  }
}

const interpretedBy = (
  model: Model,
  { submission }: Attempt,
  ids: readonly string[],
  what: string,
): Interpreted => {
  let next = 0;
  try {
    return model.attempt(submission, () => ids[next++] ?? `missing ${next}`);
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    const [code = ""] = error.codes;
    const invariant = code === "DAML_AUTHORIZATION_ERROR" ? "authority" : "activeness";
    demand(
      false,
      invariant,
      () => `${what} happened, but ${code}: ${JSON.stringify(submission.intents)}`,
    );
    throw error;
  }
};

const compare = (
  told: readonly ReceivedEvent[],
  expected: readonly ModelEvent[],
  what: string,
): void => {
  const found = told.map((event) => ({
    kind: event.kind,
    contractId: event.contractId,
    template: event.templateId.split(":").at(-1),
    argument: event.argument,
    ...(event.kind === "exercised" && {
      choice: event.choice,
      consuming: event.consuming,
      actors: [...event.actingParties].sort(),
    }),
  }));
  const wanted = expected.map((event) => ({
    kind: event.kind,
    contractId: event.contractId,
    template: event.template,
    argument: event.argument,
    ...(event.kind === "exercised" && {
      choice: event.choice,
      consuming: event.consuming,
      actors: [...new Set(event.actors)].sort(),
    }),
  }));
  const isSame = isDeepStrictEqual(found, wanted) && resultsAgree(told, expected);
  demand(
    isSame,
    "agreement",
    () => `${what}: ${JSON.stringify(told)} for ${JSON.stringify(wanted)}`,
  );
};

/** Returns true if the results of choices that return contract ids name the created contracts. */
const resultsAgree = (told: readonly ReceivedEvent[], expected: readonly ModelEvent[]): boolean =>
  expected.every(
    ({ kind, result }, index) =>
      kind === "created" || isDeepStrictEqual(told[index]?.result ?? {}, result ?? {}),
  );

const everybodyIn = (events: readonly ModelEvent[]): readonly string[] => [
  ...new Set(events.flatMap(({ witnesses }) => [...witnesses])),
];

const foreignEvents = ({ events }: ReceivedUpdate, attacker: string): readonly ModelEvent[] => {
  const only = new Set([attacker]);
  return events.map(({ kind, contractId, choice, consuming }) => ({
    kind: kind === "created" ? "created" : "exercised",
    contractId,
    template: "Coin",
    argument: {},
    choice,
    consuming,
    actors: [],
    stakeholders: only,
    witnesses: only,
  }));
};

const moveOf = (event: ReceivedEvent, model: Model, offset: number): Move => {
  const { contractId, reassignmentId, target, kind, submitter } = event;
  const contract = model.active(contractId);
  if (contract === undefined) {
    throw new Violation("activeness", `${offset} moves ${contractId}, which is not active`);
  }
  const place = contract.places.at(-1)?.synchronizer;
  const arrives = kind === "assigned";
  const isThere = arrives ? place === undefined : place !== undefined;
  demand(isThere, "activeness", () => `${offset} moves ${contractId} from ${String(place)}`);
  const stakeholders = stakeholdersOf(contract.content);
  demand(stakeholders.has(submitter), "authority", () => `${offset} is by ${submitter}`);
  return { contractId, stakeholders, reassignmentId, target, arrives };
};
