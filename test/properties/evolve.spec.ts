import { expect } from "chai";
import fc from "fast-check";

import { getVersionlessTemplateName } from "../../lib/ledger/state/active-contracts.ts";
import { createEventsToRebuildState } from "../../lib/ledger/state/condensed.ts";
import { applyEventToLedgerState, applyJournalEntry } from "../../lib/ledger/state/evolve.ts";
import type { ImmutableOrderedMap, JournalEvent, LedgerState } from "../../lib/store.ts";
import { arbitraryEvents } from "../support/arbitrary-events.ts";
import {
  assignedEvent,
  committedEvent,
  contractOf,
  noContext,
  stateAfter,
  unassignedEvent,
} from "../support/journal-events.ts";
import { freezeState, plainState } from "../support/plain-state.ts";
import { runs } from "../support/properties.ts";
import { create, exercise } from "../support/transactions.ts";

const start = stateAfter();

/**
 * Returns the states after each event. Each state and all events are frozen before the next event is applied.
 */
const statesAfter = (events: readonly JournalEvent[]): readonly LedgerState[] => {
  let state = start;
  return events.map(
    (event) => (state = freezeState(applyEventToLedgerState(state, event, noContext))),
  );
};

type Index = ReadonlyMap<string, readonly (readonly [number, unknown])[]>;

const listed = (index: ImmutableOrderedMap<string, LedgerState["active"]["all"]>): Index =>
  new Map(Array.from(index.entries(), ([key, list]) => [key, [...list.entries()]]));

/** Returns the expected indexes, derived from the contracts. */
const derivedIndexes = (state: LedgerState) => {
  const active = recordsOf(state)
    .flatMap((record) =>
      record.activation === undefined ? [] : [{ ...record, activation: record.activation }],
    )
    .sort((left, right) => left.activation.sequence - right.activation.sequence);
  const by = (keysOf: (each: (typeof active)[number]) => readonly string[]): Index => {
    const index = new Map<string, (readonly [number, unknown])[]>();
    for (const each of active) {
      for (const key of keysOf(each)) {
        index.set(key, [...(index.get(key) ?? []), [each.activation.sequence, each]]);
      }
    }
    return index;
  };
  return {
    all: active.map((each) => [each.activation.sequence, each]),
    byStakeholder: by(({ contract }) => [...contract.signatories, ...contract.observers]),
    byTemplate: by(({ contract }) => [getVersionlessTemplateName(contract)]),
    byKey: by(({ contract }) => (contract.key === undefined ? [] : [contract.key.hash])),
  };
};

const expectIndexes = (state: LedgerState): void => {
  const { all, byStakeholder, byTemplate, byKey, nextSequence } = state.active;
  expect({
    all: [...all.entries()],
    byStakeholder: listed(byStakeholder),
    byTemplate: listed(byTemplate),
    byKey: listed(byKey),
  }).to.deep.equal(derivedIndexes(state));
  expect(all.maxKey() ?? 0).to.be.lessThan(nextSequence);
};

describe("evolve", () => {
  it("applies any events in any order, and changes none of its inputs @property", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const states = statesAfter(events);
        const seen = states.map(plainState);
        expect(statesAfter(events).map(plainState)).to.deep.equal(seen);
        expect(states.map(plainState)).to.deep.equal(seen);
      }),
      { numRuns: runs(15) },
    );
  });

  it("keeps the indexes of active contracts consistent with the contracts", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        for (const state of statesAfter(events)) expectIndexes(state);
      }),
      { numRuns: runs(60) },
    );
  });

  it("keeps the indexes consistent, whenever earlier states are read @property", () => {
    const steps = fc.array(fc.record({ base: fc.nat(), events: arbitraryEvents }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(steps, fc.array(fc.nat()), (taken, order) => {
        const states = [start];
        for (const { base, events } of taken) {
          let state = states[base % states.length] ?? start;
          for (const event of events) state = applyEventToLedgerState(state, event, noContext);
          states.push(state);
        }
        const looked = order.flatMap((index) => states[index % states.length] ?? []);
        for (const state of [...looked, ...states]) expectIndexes(state);
      }),
      { numRuns: runs(8) },
    );
  });

  it("keeps the indexes of many contracts consistent, some of which are soon archived", () => {
    let state = start;
    for (let index = 1; index <= 300; index++) {
      const contract = contractOf(`c${index}`);
      state = applyEventToLedgerState(
        state,
        committedEvent(2 * index, create(contract)),
        noContext,
      );
      // Every second contract is archived, immediately or later.
      const gone = index % 4 === 0 ? index : index % 4 === 2 ? index - 100 : 0;
      if (gone <= 0) continue;
      const archive = exercise(contractOf(`c${gone}`), ["alice"]);
      state = applyEventToLedgerState(state, committedEvent(2 * index + 1, archive), noContext);
    }
    expectIndexes(state);
    expect(state.active.all.size).to.equal(300 - 75 - 50);
  });

  it("keeps each contract in only one of the states active, archived and in flight", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const state = statesAfter(events).at(-1) ?? start;
        for (const [, { activation, archived }] of state.contracts.entries()) {
          expect(activation !== undefined && archived !== undefined).to.equal(false);
        }
        for (const { ended, activation } of recordsOf(state)) {
          const order = [...(ended ?? []), activation].flatMap((each) => each?.sequence ?? []);
          expect(order).to.deep.equal([...order].sort((left, right) => left - right));
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("keeps due assignments consistent with contracts in flight, earliest first @property", () => {
    const contracts = ["a", "b", "c"].map((id) => contractOf(id));
    const arrivals = fc
      .tuple(fc.nat(2), fc.constantFrom("x", "y", "z"), fc.bigInt(-2n, 3n), fc.boolean())
      .map(([index, id, until, leaves]) => ({ moved: contracts.slice(index), id, until, leaves }));
    fc.assert(
      fc.property(fc.array(arrivals, { maxLength: 12, size: "max" }), (moves) => {
        const events = moves.map(({ moved, id, until, leaves }, index) =>
          leaves
            ? exclusiveUntil(until, unassignedEvent(index + 2, id, ...moved))
            : assignedEvent(index + 2, id, ...moved),
        );
        for (const { inFlight, assignmentsDue } of statesAfter([
          committedEvent(1, ...contracts.map(create)),
          ...events,
        ])) {
          const due = Array.from(inFlight.entries()).flatMap(
            ([
              reassignmentId,
              {
                offset,
                events: [first],
              },
            ]) => {
              const at = first?.assignmentExclusivity;
              return at === undefined ? [] : [{ at, offset, reassignmentId }];
            },
          );
          due.sort((left, right) => Number(left.at - right.at) || left.offset - right.offset);
          const [expected, found] = [due, [...assignmentsDue.values()]].map((list) =>
            list.map(({ at, reassignmentId }) => [String(at), reassignmentId]),
          );
          expect(found).to.deep.equal(expected);
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it("never decreases ledger end, pruning offset or record times", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        let before = start;
        for (const state of statesAfter(events)) {
          expect(state.ledgerEnd).to.be.at.least(before.ledgerEnd);
          expect(state.prunedUpTo).to.be.at.least(before.prunedUpTo);
          for (const [index, { recordTime }] of before.synchronizers.entries()) {
            expect((state.synchronizers[index]?.recordTime ?? 0n) >= recordTime).to.equal(true);
          }
          before = state;
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("keeps the identity of every part that an event does not change", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        let before = start;
        for (const [index, state] of statesAfter(events).entries()) {
          expect(before).to.include(untouched(state, events[index]?.kind ?? "pruned"));
          before = state;
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("computes the same state from the compacted events of any history @property", () => {
    fc.assert(
      fc.property(arbitraryEvents, arbitraryEvents, (events, others) => {
        const state = statesAfter(events).at(-1) ?? start;
        const other = statesAfter(others).at(-1) ?? start;
        const again = createEventsToRebuildState(state).reduce(
          (before, event) => applyEventToLedgerState(before, structuredClone(event), noContext),
          other,
        );
        expect(plainState(again)).to.deep.equal(plainState(state));
        expectIndexes(again);
      }),
      { numRuns: runs(15) },
    );
  });

  it("applies an entry like its events one by one, and increments the position @property", () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const state = applyJournalEntry(start, { position: 7, events }, noContext);
        const last = statesAfter(events).at(-1) ?? start;
        expect(plainState(state)).to.deep.equal(plainState({ ...last, position: 7 }));
      }),
      { numRuns: runs(15) },
    );
  });
});

/** Returns the parts of the state that an event of this kind does not change. */
const untouched = (state: LedgerState, kind: JournalEvent["kind"]): Partial<LedgerState> => {
  const { parties, users, identityProviders, packages, vetting, hosting, signingKeys } = state;
  const { proposals } = state;
  const { contracts, active, log, acceptedChanges, inFlight, history, synchronizers } = state;
  const administered = { parties, users, identityProviders };
  const topology = { vetting, hosting, signingKeys };
  const happened = { contracts, active, log, acceptedChanges, inFlight };
  const known = { packages, history };
  switch (kind) {
    case "transactionCommitted":
    case "reassignmentCommitted":
    case "commandRejected":
    case "pruned":
      return { ...administered, ...topology, ...known };
    case "topologyChanged":
      return { ...administered, ...known, contracts, active, vetting, signingKeys };
    case "partyDetailsChanged":
      return {
        ...topology,
        ...happened,
        ...known,
        synchronizers,
        users,
        identityProviders,
        proposals,
      };
    case "userChanged":
    case "userDeleted":
      return { ...topology, ...happened, ...known, synchronizers, parties, identityProviders };
    case "identityProviderChanged":
    case "identityProviderDeleted":
      return { ...topology, ...happened, ...known, synchronizers, parties, users };
    case "vettingChanged":
      return { ...administered, ...happened, ...known, synchronizers, hosting, signingKeys };
    case "signingKeysRegistered":
      return { ...administered, ...happened, ...known, synchronizers, hosting, vetting };
    case "partyProposed":
      return { ...administered, ...happened, ...known, synchronizers, hosting, signingKeys };
    case "journalCondensed":
    case "contractsCondensed":
      return { packages };
    case "participantInitialized":
    case "synchronizerConnected":
      return { ...administered, ...topology, ...happened, ...known };
    case "packagesAdded":
      return { ...administered, ...topology, ...happened, synchronizers, history };
    case "historyRecorded":
      return { ...administered, ...topology, ...happened, synchronizers, packages };
  }
};

const recordsOf = ({ contracts }: LedgerState) =>
  Array.from(contracts.entries(), ([, record]) => record);

/** Returns the event; an unassignment gets an end of its exclusivity time. */
const exclusiveUntil = (until: bigint, event: JournalEvent): JournalEvent => {
  if (event.kind !== "reassignmentCommitted" || until < -1n) return event;
  const events = event.update.events.map((each) =>
    each.kind === "unassigned" ? { ...each, assignmentExclusivity: until } : each,
  );
  return { ...event, update: { ...event.update, events } };
};
