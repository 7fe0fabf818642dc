import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import {
  type Asked,
  type Committed,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
  kindsIn,
  templateOnly,
  type Update,
} from "../../support/catalogue/asked.ts";
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
export const notes = async (asked: Asked, count: number) => {
  const alice = await asked.party("alice");
  const made: Committed[] = [];
  for (let index = 0; index < count; index++) made.push(await asked.submit(alice, noteOf(alice)));
  return { alice, made, offsets: made.map(({ offset }) => offset) };
};

export const offsetsOf = (of: readonly Update[]) => transactions(of).map(({ offset }) => offset);

const fromEnd =
  (shape: Shape): Case =>
  async (asked) => {
    const { alice } = await notes(asked, 1);
    const found = await asked.updates(inShape([alice], shape), { beginExclusive: asked.end });
    expect(found).to.deep.equal([]);
  };

/** The items of an open list, which ends when no more items arrive. */
const followed = (asked: Asked, beginExclusive: number, updateFormat: Fields) =>
  asked.post<readonly Update[]>(`${updates}?stream_idle_timeout_ms=1`, {
    beginExclusive,
    updateFormat,
  });

const ofAnybody =
  (shape: Shape): Case =>
  async (asked) => {
    const begin = asked.end;
    const { offsets } = await notes(asked, 1);
    const bob = await asked.party("bob");
    const { offset } = await asked.submit(bob, noteOf(bob));
    const eventFormat = { filtersByParty: {}, filtersForAnyParty: {}, verbose: false };
    const includeTransactions = { eventFormat, transactionShape: shape };
    const found = await followed(asked, begin, { includeTransactions });
    expect(offsetsOf(found)).to.deep.equal([...offsets, offset]);
  };

const stopsAtEnd =
  (shape: Shape): Case =>
  async (asked) => {
    const { alice, offsets } = await notes(asked, 3);
    const found = await asked.updates(inShape([alice], shape), { endInclusive: offsets[1] });
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
    TXAfterEnd: async (asked) => {
      const { alice } = await notes(asked, 1);
      const body = { beginExclusive: asked.end + 10, updateFormat: inShape([alice], delta) };
      await asked.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", updates, body]);
    },
    TXServeTailingStreamSingleParty: async (asked) => {
      const { alice, offsets } = await notes(asked, 2);
      const found = await followed(asked, 0, inShape([alice], delta));
      expect(offsetsOf(found)).to.deep.equal(offsets);
    },
    TXServeTailingStreamAcsDeltaPartyWildcard: ofAnybody(delta),
    TXServeTailingStreamLedgerEffectsPartyWildcard: ofAnybody(effects),
    TXCompleteAcsDeltaOnLedgerEnd: stopsAtEnd(delta),
    TXCompleteLedgerEffectsOnLedgerEnd: stopsAtEnd(effects),
    TXFilterByTemplate: async (asked) => {
      const { alice } = await notes(asked, 1);
      const { offset } = await asked.submit(alice, Joint.create({ owners: [alice] }));
      const found = await asked.updates(inShape([alice], delta, templateOnly(Joint.reference)));
      expect(offsetsOf(found)).to.deep.equal([offset]);
    },
    TXFilterByInterface: async (asked) => {
      const { alice } = await notes(asked, 1);
      const bob = await asked.party("bob");
      const iou = Iou.create({ issuer: alice, owner: bob, amount: "1.0", watchers: [] });
      const { offset } = await asked.submit(alice, iou);
      const value = {
        interfaceId: Holding.reference,
        includeInterfaceView: true,
        includeCreatedEventBlob: false,
      };
      const filter = { cumulative: [{ identifierFilter: { InterfaceFilter: { value } } }] };
      const found = await asked.updates(inShape([alice], delta, filter));
      expect(offsetsOf(found)).to.deep.equal([offset]);
    },
    TXLedgerEffectsTransientContract: async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, transient(alice));
      const [transaction] = transactions(await asked.updates(inShape([alice], effects)));
      expect(kindsIn(transaction ?? expect.fail("there is none"))).to.deep.equal([
        "CreatedEvent",
        "ExercisedEvent",
      ]);
    },
    TXAcsDeltaTransientContract: async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, [transient(alice), noteOf(alice)]);
      const [transaction] = transactions(await asked.updates(inShape([alice], delta)));
      expect(kindsIn(transaction ?? expect.fail("there is none"))).to.deep.equal(["CreatedEvent"]);
    },
    TXNonConsumingChoiceAcsDeltaFlag: async (asked) => {
      const { alice, made } = await notes(asked, 1);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      const { events } = await asked.submit(alice, exercise(Note.reference, contractId, "Keep"));
      expect(events[0]?.ExercisedEvent?.["acsDelta"]).to.equal(false);
    },
    TXServeStreamLedgerEffectsFromMiddlePoint: async (asked) => {
      const { alice, offsets } = await notes(asked, 4);
      const middle = { beginExclusive: offsets[1] };
      const found = await asked.updates(inShape([alice], effects), middle);
      expect(offsetsOf(found)).to.deep.equal(offsets.slice(2));
    },
    TXStreamDummyFilterDummyIouDummy: async (asked) => {
      const { alice, offsets } = await notes(asked, 3);
      const middle = { beginExclusive: offsets[0], endInclusive: offsets[1] };
      const filters = templateOnly(Joint.reference);
      expect(await asked.updates(inShape([alice], delta, filters), middle)).to.deep.equal([]);
    },
    TXTransactionFormat: async (asked) => {
      const { alice, made } = await notes(asked, 1);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      await asked.submit(alice, exercise(Note.reference, contractId, "Keep"));
      const kinds = async (shape: Shape, filters: Fields) =>
        transactions(await asked.updates(inShape([alice], shape, filters))).map(kindsIn);
      const ofNotes = templateOnly(Note.reference);
      expect(await kinds(delta, ofNotes)).to.deep.equal([["CreatedEvent"]]);
      expect(await kinds(effects, ofNotes)).to.deep.equal([["CreatedEvent"], ["ExercisedEvent"]]);
      expect(await kinds(effects, templateOnly(Joint.reference))).to.deep.equal([]);
    },
    TXServeUntilCancellation: async (asked) => {
      const { alice, offsets } = await notes(asked, 2);
      await withStreams(asked.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: 0, updateFormat: inShape([alice], delta) });
        const first = async (count: number) => {
          for (let frames = count; ; frames++) {
            const found = offsetsOf((await client.frames(frames)) as readonly Update[]);
            if (found.length >= count) return found;
          }
        };
        expect(await first(2)).to.deep.equal(offsets);
        const { offset } = await asked.submit(alice, noteOf(alice));
        expect(await first(3)).to.deep.equal([...offsets, offset]);
        client.socket.close();
        await client.closed;
        await asked.submit(alice, noteOf(alice));
        expect(await first(3)).to.deep.equal([...offsets, offset]);
      });
    },
    TXServeTailingStreamsTemplateWildcard: async (asked) => {
      const { alice } = await notes(asked, 1);
      await withStreams(asked.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: asked.end - 1, updateFormat: inShape([alice], delta) });
        await client.frames(1);
        await addPackages(asked.ledger, { packages: [latePackage] });
        const late = Late.create({ owner: alice, reader: alice, count: 1 });
        const { offset } = await asked.submit(alice, late);
        for (let frames = 2; ; frames++) {
          const found = transactions((await client.frames(frames)) as readonly Update[]);
          if (found.length < 2) continue;
          expect(found[1]).to.include({ offset });
          return;
        }
      });
    },
    TXServeStreamInDescendingOrder: async (asked) => {
      const { alice, offsets } = await notes(asked, 3);
      const found = await asked.updates(inShape([alice], delta), { descendingOrder: true });
      expect(offsetsOf(found)).to.deep.equal(offsets.toReversed());
    },
  },
};

/** Five notes, pruned up to the third. */
const pruned = async (asked: Asked) => {
  const { alice, made, offsets } = await notes(asked, 5);
  const upTo = offsets[2] ?? expect.fail("there are too few");
  await asked.ledger.prune(upTo);
  return { alice, made, offsets, upTo };
};

const prunedUpdates =
  (shape: Shape): Case =>
  async (asked) => {
    const { alice, offsets, upTo } = await pruned(asked);
    const updateFormat = inShape([alice], shape);
    const body = { beginExclusive: 0, endInclusive: asked.end, updateFormat };
    await asked.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updates, body]);
    const rest = await asked.updates(updateFormat, { beginExclusive: upTo + 1 });
    expect(offsetsOf(rest)).to.deep.equal(offsets.slice(4));
  };

const topologyOf = (parties: readonly string[]) => ({
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
});

interface Authorization {
  readonly event: { readonly ParticipantAuthorizationAdded?: { readonly value: Fields } };
}

/** The hosted parties in topology updates. */
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
    USPartyEventsInUpdatesTailing: async (asked) => {
      await withStreams(asked.ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect(updates);
        client.send({ beginExclusive: 0, updateFormat: topologyOf([]) });
        const parties = await asked.parties("alice", "bob", "carol");
        for (let frames = 1; ; frames++) {
          const found = hosted((await client.frames(frames)) as readonly Update[]);
          if (found.length < 3) continue;
          expect(found).to.deep.equal(parties);
          return;
        }
      });
    },
    USPartyEventsInUpdatesNotTailing: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const { end } = asked;
      const carol = await asked.party("carol");
      expect(hosted(await asked.updates(topologyOf([])))).to.deep.equal([alice, bob, carol]);
      expect(hosted(await asked.updates(topologyOf([]), { endInclusive: end }))).to.deep.equal([
        alice,
        bob,
      ]);
      expect(hosted(await asked.updates(topologyOf([bob])))).to.deep.equal([bob]);
    },
  },
};

export const pruning: Suite = {
  name: "ParticipantPruningIT",
  cases: {
    PRQueryLatestPrunedOffsets: async (asked) => {
      const { upTo } = await pruned(asked);
      expect(await asked.get("/v2/state/latest-pruned-offsets")).to.include({
        participantPrunedUpToInclusive: upTo,
      });
    },
    PRPruneTxLedgerEffects: prunedUpdates(effects),
    PRPruneTxAcsDelta: prunedUpdates(delta),
    PRPruneByOffset: async (asked) => {
      const { alice, offsets } = await pruned(asked);
      const updateFormat = inShape([alice], delta);
      for (const [index, offset] of offsets.entries()) {
        const request = ["POST", "/v2/updates/update-by-offset", { offset, updateFormat }] as const;
        if (index < 3) await asked.refused(404, "UPDATE_NOT_FOUND", request);
        else await asked.post(request[1], request[2]);
      }
    },
    PRPruneACS: async (asked) => {
      const { alice } = await pruned(asked);
      expect(await asked.activeContracts([alice])).to.have.length(5);
    },
    PRPruneByTxId: async (asked) => {
      const { alice, made } = await pruned(asked);
      const body = { updateId: made[0]?.updateId, updateFormat: inShape([alice], delta) };
      await asked.refused(404, "UPDATE_NOT_FOUND", ["POST", "/v2/updates/update-by-id", body]);
    },
    PRPruneRepeated: async (asked) => {
      const { offsets } = await pruned(asked);
      await asked.ledger.prune(offsets[3] ?? 0);
      expect(await asked.get("/v2/state/latest-pruned-offsets")).to.include({
        participantPrunedUpToInclusive: offsets[3],
      });
    },
    PRPruneThenExercise: async (asked) => {
      const { alice, made } = await pruned(asked);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
    },
    PREventsByContractIdPruned: async (asked) => {
      const { alice, made } = await notes(asked, 2);
      const { contractId } = createdIn(made[0] ?? expect.fail("there is none"));
      const { offset } = await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
      await asked.submit(alice, noteOf(alice));
      await asked.ledger.prune(offset);
      const body = { contractId, eventFormat: eventFormatFor([alice]) };
      const path = "/v2/events/events-by-contract-id";
      await asked.refused(404, "CONTRACT_EVENTS_NOT_FOUND", ["POST", path, body]);
    },
  },
};

/** Starting at the pruning offset, which the specification forbids. */
export const pruningAsThere: Suite = {
  name: "ParticipantPruningIT",
  options: { precedence: "participant" },
  cases: {
    PRPruneCompletions: async (asked) => {
      const { alice, offsets, upTo } = await pruned(asked);
      for (const beginExclusive of [0, upTo - 1]) {
        const body = { userId: "ann", parties: [alice], beginExclusive };
        const path = "/v2/commands/completions?stream_idle_timeout_ms=1";
        await asked.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", path, body]);
      }
      const found = await asked.completions([alice], { beginExclusive: upTo });
      expect(found.map(({ offset }) => offset)).to.deep.equal(offsets.slice(3));
    },
    PRPruneQueryEmptyRangeOk: async (asked) => {
      const { alice, offsets } = await pruned(asked);
      for (const shape of [delta, effects] as const) {
        for (const offset of [1, ...offsets.slice(0, 3)]) {
          const range = { beginExclusive: offset, endInclusive: offset };
          expect(await asked.updates(inShape([alice], shape), range)).to.deep.equal([]);
        }
      }
    },
  },
};

/** The request to prefetch a key, for a template with a key and one without. */
const prefetched = (templateId: string, contractKey: unknown) => ({
  prefetchContractKeys: [{ templateId, contractKey }],
});

const counter = "#iou:Iou:Counter";

export const prefetching: Suite = {
  name: "PrefetchContractKeysIT",
  cases: {
    CSprefetchContractKeysMany: async (asked) => {
      const alice = await asked.party("alice");
      const {
        prefetchContractKeys: [one],
      } = prefetched(await idOf(asked), { owner: alice, name: "x" });
      const more = { prefetchContractKeys: Array.from({ length: 1000 }, () => one) };
      await asked.post(wait, asked.commands(alice, noteOf(alice), more));
    },
    CSprefetchContractKeysBasic: async (asked) => {
      const alice = await asked.party("alice");
      const more = prefetched(await idOf(asked), { owner: alice, name: "x" });
      await asked.post(wait, asked.commands(alice, noteOf(alice), more));
    },
  },
};

/** The template with its package id, as a participant requires. */
const idOf = async (asked: Asked): Promise<string> => {
  const alice = await asked.party(`owner-${asked.end}`);
  const createArguments = { owner: alice, name: "x", count: "0" };
  const command = { CreateCommand: { templateId: counter, createArguments } };
  return createdIn(await asked.submit(alice, command)).templateId;
};
