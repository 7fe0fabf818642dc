import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import {
  type CaseLedger,
  type Committed,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  type Update,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, Joint, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { Late, latePackage } from "../../support/catalogue/viewed.ts";
import { Holding, Iou } from "../../support/iou-package.ts";
import { withStreams } from "../../support/stream-client.ts";

const updates = "/v2/updates";
const wait = "/v2/commands/submit-and-wait";
export const delta = "TRANSACTION_SHAPE_ACS_DELTA";
export const effects = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
export type Shape = typeof delta | typeof effects;

export const inShape = (parties: readonly string[], shape: Shape, filters: Fields = {}) => ({
  includeTransactions: formatFor(parties, shape, filters),
});

export const transactions = (of: readonly Update[]): readonly Committed[] =>
  of.flatMap(({ update }) => update.Transaction?.value ?? []);

/** Creates notes of alice and returns their offsets. */
export const notes = async (api: CaseLedger, count: number) => {
  const alice = await api.party("alice");
  const made: Committed[] = [];
  for (let index = 0; index < count; index++) made.push(await api.submit(alice, noteOf(alice)));
  return { alice, made, offsets: made.map(({ offset }) => offset) };
};

export const offsetsOf = (of: readonly Update[]) => transactions(of).map(({ offset }) => offset);

const fromEnd =
  (shape: Shape): Case =>
  async (api) => {
    const { alice } = await notes(api, 1);
    const found = await api.updates(inShape([alice], shape), { beginExclusive: api.end });
    expect(found).to.deep.equal([]);
  };

/**
 * Requests the updates after an offset, without an end offset. The list ends when no update has
 * arrived for 1 ms.
 */
const followed = (api: CaseLedger, beginExclusive: number, updateFormat: Fields) =>
  api.post<readonly Update[]>(`${updates}?stream_idle_timeout_ms=1`, {
    beginExclusive,
    updateFormat,
  });

const ofAnybody =
  (shape: Shape): Case =>
  async (api) => {
    const begin = api.end;
    const { offsets } = await notes(api, 1);
    const bob = await api.party("bob");
    const { offset } = await api.submit(bob, noteOf(bob));
    const eventFormat = { filtersByParty: {}, filtersForAnyParty: {}, verbose: false };
    const includeTransactions = { eventFormat, transactionShape: shape };
    const found = await followed(api, begin, { includeTransactions });
    expect(offsetsOf(found)).to.deep.equal([...offsets, offset]);
  };

const stopsAtEnd =
  (shape: Shape): Case =>
  async (api) => {
    const { alice, offsets } = await notes(api, 3);
    const found = await api.updates(inShape([alice], shape), { endInclusive: offsets[1] });
    expect(offsetsOf(found)).to.deep.equal(offsets.slice(0, 2));
  };

const transient = (owner: string) => ({
  CreateAndExerciseCommand: {
    templateId: Note.reference,
    createArguments: { owner, readers: [], text: "" },
    choice: "Consume",
    choiceArgument: {},
  },
});

export const updateStreams: Suite = {
  name: "UpdateServiceStreamsIT",
  cases: {
    TXLedgerEffectsEndToEnd: fromEnd(effects),
    TXEndToEnd: fromEnd(delta),
    TXAfterEnd: async (api) => {
      const { alice } = await notes(api, 1);
      const body = { beginExclusive: api.end + 10, updateFormat: inShape([alice], delta) };
      await api.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", updates, body]);
    },
    TXServeTailingStreamSingleParty: async (api) => {
      const { alice, offsets } = await notes(api, 2);
      const found = await followed(api, 0, inShape([alice], delta));
      expect(offsetsOf(found)).to.deep.equal(offsets);
    },
    TXServeTailingStreamAcsDeltaPartyWildcard: ofAnybody(delta),
    TXServeTailingStreamLedgerEffectsPartyWildcard: ofAnybody(effects),
    TXCompleteAcsDeltaOnLedgerEnd: stopsAtEnd(delta),
    TXCompleteLedgerEffectsOnLedgerEnd: stopsAtEnd(effects),
    TXFilterByTemplate: async (api) => {
      const { alice } = await notes(api, 1);
      const { offset } = await api.submit(alice, Joint.create({ owners: [alice] }));
      const found = await api.updates(inShape([alice], delta, templateOnly(Joint.reference)));
      expect(offsetsOf(found)).to.deep.equal([offset]);
    },
    TXFilterByInterface: async (api) => {
      const { alice } = await notes(api, 1);
      const bob = await api.party("bob");
      const iou = Iou.create({ issuer: alice, owner: bob, amount: "1.0", watchers: [] });
      const { offset } = await api.submit(alice, iou);
      const value = {
        interfaceId: Holding.reference,
        includeInterfaceView: true,
        includeCreatedEventBlob: false,
      };
      const filter = { cumulative: [{ identifierFilter: { InterfaceFilter: { value } } }] };
      const found = await api.updates(inShape([alice], delta, filter));
      expect(offsetsOf(found)).to.deep.equal([offset]);
    },
    TXLedgerEffectsTransientContract: async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, transient(alice));
      const [transaction] = transactions(await api.updates(inShape([alice], effects)));
      expect(kindsIn(transaction ?? expect.fail("there is none"))).to.deep.equal([
        "CreatedEvent",
        "ExercisedEvent",
      ]);
    },
    TXAcsDeltaTransientContract: async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, [transient(alice), noteOf(alice)]);
      const [transaction] = transactions(await api.updates(inShape([alice], delta)));
      expect(kindsIn(transaction ?? expect.fail("there is none"))).to.deep.equal(["CreatedEvent"]);
    },
    TXNonConsumingChoiceAcsDeltaFlag: async (api) => {
      const { alice, made } = await notes(api, 1);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      const { events } = await api.submit(alice, exercise(Note.reference, contractId, "Keep"));
      expect(events[0]?.ExercisedEvent?.["acsDelta"]).to.equal(false);
    },
    TXServeStreamLedgerEffectsFromMiddlePoint: async (api) => {
      const { alice, offsets } = await notes(api, 4);
      const middle = { beginExclusive: offsets[1] };
      const found = await api.updates(inShape([alice], effects), middle);
      expect(offsetsOf(found)).to.deep.equal(offsets.slice(2));
    },
    TXStreamDummyFilterDummyIouDummy: async (api) => {
      const { alice, offsets } = await notes(api, 3);
      const middle = { beginExclusive: offsets[0], endInclusive: offsets[1] };
      const filters = templateOnly(Joint.reference);
      expect(await api.updates(inShape([alice], delta, filters), middle)).to.deep.equal([]);
    },
    TXTransactionFormat: async (api) => {
      const { alice, made } = await notes(api, 1);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      await api.submit(alice, exercise(Note.reference, contractId, "Keep"));
      const kinds = async (shape: Shape, filters: Fields) =>
        transactions(await api.updates(inShape([alice], shape, filters))).map(kindsIn);
      const ofNotes = templateOnly(Note.reference);
      expect(await kinds(delta, ofNotes)).to.deep.equal([["CreatedEvent"]]);
      expect(await kinds(effects, ofNotes)).to.deep.equal([["CreatedEvent"], ["ExercisedEvent"]]);
      expect(await kinds(effects, templateOnly(Joint.reference))).to.deep.equal([]);
    },
    TXServeUntilCancellation: async (api) => {
      const { alice, offsets } = await notes(api, 2);
      await withStreams(api.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: 0, updateFormat: inShape([alice], delta) });
        const first = async (count: number) => {
          for (let frames = count; ; frames++) {
            const found = offsetsOf((await client.frames(frames)) as readonly Update[]);
            if (found.length >= count) return found;
          }
        };
        expect(await first(2)).to.deep.equal(offsets);
        const { offset } = await api.submit(alice, noteOf(alice));
        expect(await first(3)).to.deep.equal([...offsets, offset]);
        client.socket.close();
        await client.closed;
        await api.submit(alice, noteOf(alice));
        expect(await first(3)).to.deep.equal([...offsets, offset]);
      });
    },
    TXServeTailingStreamsTemplateWildcard: async (api) => {
      const { alice } = await notes(api, 1);
      await withStreams(api.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: api.end - 1, updateFormat: inShape([alice], delta) });
        await client.frames(1);
        await addPackages(api.ledger, { packages: [latePackage] });
        const late = Late.create({ owner: alice, reader: alice, count: 1 });
        const { offset } = await api.submit(alice, late);
        for (let frames = 2; ; frames++) {
          const found = transactions((await client.frames(frames)) as readonly Update[]);
          if (found.length < 2) continue;
          expect(found[1]).to.include({ offset });
          return;
        }
      });
    },
    TXServeStreamInDescendingOrder: async (api) => {
      const { alice, offsets } = await notes(api, 3);
      const found = await api.updates(inShape([alice], delta), { descendingOrder: true });
      expect(offsetsOf(found)).to.deep.equal(offsets.toReversed());
    },
  },
};

/** Creates five notes of alice, and prunes the ledger up to the third. */
const pruned = async (api: CaseLedger) => {
  const { alice, made, offsets } = await notes(api, 5);
  const upTo = offsets[2] ?? expect.fail("there are too few");
  await api.ledger.prune(upTo);
  return { alice, made, offsets, upTo };
};

const prunedUpdates =
  (shape: Shape): Case =>
  async (api) => {
    const { alice, offsets, upTo } = await pruned(api);
    const updateFormat = inShape([alice], shape);
    const body = { beginExclusive: 0, endInclusive: api.end, updateFormat };
    await api.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updates, body]);
    const rest = await api.updates(updateFormat, { beginExclusive: upTo + 1 });
    expect(offsetsOf(rest)).to.deep.equal(offsets.slice(4));
  };

const topologyOf = (parties: readonly string[]) => ({
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
});

interface Authorization {
  readonly event: { readonly ParticipantAuthorizationAdded?: { readonly value: Fields } };
}

/** Returns the hosted parties in topology updates. */
const hosted = (of: readonly Update[]): readonly unknown[] =>
  of
    .flatMap(
      ({ update }) =>
        (update.TopologyTransaction?.value["events"] ?? []) as readonly Authorization[],
    )
    .map(({ event }) => event.ParticipantAuthorizationAdded?.value["partyId"]);

export const topologyEvents: Suite = {
  name: "UpdateServiceTopologyEventsIT",
  cases: {
    USPartyEventsInUpdatesTailing: async (api) => {
      await withStreams(api.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: 0, updateFormat: topologyOf([]) });
        const parties = await api.parties("alice", "bob", "carol");
        for (let frames = 1; ; frames++) {
          const found = hosted((await client.frames(frames)) as readonly Update[]);
          if (found.length < 3) continue;
          expect(found).to.deep.equal(parties);
          return;
        }
      });
    },
    USPartyEventsInUpdatesNotTailing: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const { end } = api;
      const carol = await api.party("carol");
      expect(hosted(await api.updates(topologyOf([])))).to.deep.equal([alice, bob, carol]);
      expect(hosted(await api.updates(topologyOf([]), { endInclusive: end }))).to.deep.equal([
        alice,
        bob,
      ]);
      expect(hosted(await api.updates(topologyOf([bob])))).to.deep.equal([bob]);
    },
  },
};

export const pruning: Suite = {
  name: "ParticipantPruningIT",
  cases: {
    PRQueryLatestPrunedOffsets: async (api) => {
      const { upTo } = await pruned(api);
      expect(await api.get("/v2/state/latest-pruned-offsets")).to.include({
        participantPrunedUpToInclusive: upTo,
      });
    },
    PRPruneTxLedgerEffects: prunedUpdates(effects),
    PRPruneTxAcsDelta: prunedUpdates(delta),
    PRPruneByOffset: async (api) => {
      const { alice, offsets } = await pruned(api);
      const updateFormat = inShape([alice], delta);
      for (const [index, offset] of offsets.entries()) {
        const request = ["POST", "/v2/updates/update-by-offset", { offset, updateFormat }] as const;
        if (index < 3) await api.refused(404, "UPDATE_NOT_FOUND", request);
        else await api.post(request[1], request[2]);
      }
    },
    PRPruneACS: async (api) => {
      const { alice } = await pruned(api);
      expect(await api.activeContracts([alice])).to.have.length(5);
    },
    PRPruneByTxId: async (api) => {
      const { alice, made } = await pruned(api);
      const body = { updateId: made[0]?.updateId, updateFormat: inShape([alice], delta) };
      await api.refused(404, "UPDATE_NOT_FOUND", ["POST", "/v2/updates/update-by-id", body]);
    },
    PRPruneRepeated: async (api) => {
      const { offsets } = await pruned(api);
      await api.ledger.prune(offsets[3] ?? 0);
      expect(await api.get("/v2/state/latest-pruned-offsets")).to.include({
        participantPrunedUpToInclusive: offsets[3],
      });
    },
    PRPruneThenExercise: async (api) => {
      const { alice, made } = await pruned(api);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
    },
    PREventsByContractIdPruned: async (api) => {
      const { alice, made } = await notes(api, 2);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      const { offset } = await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      await api.submit(alice, noteOf(alice));
      await api.ledger.prune(offset);
      const body = { contractId, eventFormat: eventFormatFor([alice]) };
      const path = "/v2/events/events-by-contract-id";
      await api.refused(404, "CONTRACT_EVENTS_NOT_FOUND", ["POST", path, body]);
    },
  },
};

/** Cases that start at the pruning offset, which the specification forbids and participants allow. */
export const pruningAsThere: Suite = {
  name: "ParticipantPruningIT",
  options: { precedence: "participant" },
  cases: {
    PRPruneCompletions: async (api) => {
      const { alice, offsets, upTo } = await pruned(api);
      for (const beginExclusive of [0, upTo - 1]) {
        const body = { userId: "ann", parties: [alice], beginExclusive };
        const path = "/v2/commands/completions?stream_idle_timeout_ms=1";
        await api.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", path, body]);
      }
      const found = await api.completions([alice], { beginExclusive: upTo });
      expect(found.map(({ offset }) => offset)).to.deep.equal(offsets.slice(3));
    },
    PRPruneQueryEmptyRangeOk: async (api) => {
      const { alice, offsets } = await pruned(api);
      for (const shape of [delta, effects] as const) {
        for (const offset of [1, ...offsets.slice(0, 3)]) {
          const range = { beginExclusive: offset, endInclusive: offset };
          expect(await api.updates(inShape([alice], shape), range)).to.deep.equal([]);
        }
      }
    },
  },
};

/** Returns the field of a submission that prefetches a key. */
const prefetched = (templateId: string, contractKey: unknown) => ({
  prefetchContractKeys: [{ templateId, contractKey }],
});

const counter = "#iou:Iou:Counter";

export const prefetching: Suite = {
  name: "PrefetchContractKeysIT",
  cases: {
    CSprefetchContractKeysMany: async (api) => {
      const alice = await api.party("alice");
      const {
        prefetchContractKeys: [one],
      } = prefetched(await idOf(api), { owner: alice, name: "x" });
      const more = { prefetchContractKeys: Array.from({ length: 1000 }, () => one) };
      await api.post(wait, api.commands(alice, noteOf(alice), more));
    },
    CSprefetchContractKeysBasic: async (api) => {
      const alice = await api.party("alice");
      const more = prefetched(await idOf(api), { owner: alice, name: "x" });
      await api.post(wait, api.commands(alice, noteOf(alice), more));
    },
  },
};

/** Returns the template id with the package id, as participants require. */
const idOf = async (api: CaseLedger): Promise<string> => {
  const alice = await api.party(`owner-${api.end}`);
  const createArguments = { owner: alice, name: "x", count: "0" };
  const command = { CreateCommand: { templateId: counter, createArguments } };
  return createdIn(await api.submit(alice, command)).templateId;
};
