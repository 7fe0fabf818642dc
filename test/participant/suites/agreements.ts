import { expect } from "chai";

import {
  Branching,
  Coin,
  CounterOffer,
  Delegation,
  Offer,
  Painting,
  Pair,
  Proposal,
} from "../../support/catalogue/agreements.ts";
import {
  type Asked,
  type Committed,
  createdIn,
  kindsIn,
  withBlobs,
} from "../../support/catalogue/asked.ts";
import { exercise } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { delta, effects, inShape, type Shape, transactions } from "./streams.ts";
import { wait } from "./work.ts";

const refused = (
  asked: Asked,
  [status, code]: readonly [number, string],
  [actAs, command]: readonly [actAs: string | readonly string[], command: object],
) => asked.refused(status, code, ["POST", wait, asked.commands(actAs, command)]);

const notFound = [404, "CONTRACT_NOT_FOUND"] as const;
const notAuthorized = [400, "DAML_AUTHORIZATION_ERROR"] as const;

/** The kinds of events that a party sees of an update, with their templates or choices. */
const seenOf = async (
  asked: Asked,
  { offset }: Committed,
  [party, shape]: readonly [party: string, shape: Shape],
) => {
  const range = { beginExclusive: offset - 1, endInclusive: offset };
  const [seen] = transactions(await asked.updates(inShape([party], shape), range));
  return seen === undefined
    ? []
    : seen.events.map(({ CreatedEvent, ArchivedEvent, ExercisedEvent }) =>
        ExercisedEvent === undefined
          ? nameOf(String(CreatedEvent?.templateId ?? ArchivedEvent?.["templateId"]))
          : ExercisedEvent.choice,
      );
};

const nameOf = (id: string) => id.replace(/^.*:/u, "");

/** A coin of a house owner, and the offer of a painter. */
const offered = async (asked: Asked) => {
  const [bank, painter, houseOwner] = await asked.parties("bank", "painter", "owner");
  const coin = await asked.create(bank, Coin.create({ bank, owner: houseOwner }));
  const offer = await asked.create(painter, Offer.create({ painter, houseOwner }));
  return { bank, painter, houseOwner, coin, offer };
};

const acceptedOffer = async (asked: Asked) => {
  const parts = await offered(asked);
  const { coin, offer, houseOwner } = parts;
  const accept = exercise(Offer.reference, offer, "Accept", { coin });
  return { ...parts, accepted: await asked.submit(houseOwner, accept) };
};

/** The contracts of a template of a party, between these two parties. */
const agreed = async (asked: Asked, painter: string, houseOwner: string) => {
  const [painting] = (await asked.activeContracts([houseOwner])).filter(
    ({ templateId }) => nameOf(templateId) === "Painting",
  );
  expect(painting?.createArgument).to.deep.equal({ painter, houseOwner });
  const [coin] = (await asked.activeContracts([painter])).filter(
    ({ templateId }) => nameOf(templateId) === "Coin",
  );
  expect(coin?.createArgument).to.include({ owner: painter });
};

/** A delegate that saw another party's coin by a fetch. */
const divulged = async (asked: Asked) => {
  const [bank, alice, bob] = await asked.parties("bank", "alice", "bob");
  const coin = await asked.create(bank, Coin.create({ bank, owner: alice }));
  const delegation = await asked.create(alice, Delegation.create({ owner: alice, delegate: bob }));
  const fetch = exercise(Delegation.reference, delegation, "Fetch", { coin });
  const spend = exercise(Delegation.reference, delegation, "Spend", { coin });
  return { bank, alice, bob, coin, fetch, spend };
};

export const agreements: Suite = {
  name: "SemanticTests",
  cases: {
    SemanticPaintOffer: async (asked) => {
      const { painter, houseOwner, accepted } = await acceptedOffer(asked);
      expect(kindsIn(accepted)).to.deep.equal([
        "ExercisedEvent",
        "ExercisedEvent",
        "CreatedEvent",
        "CreatedEvent",
      ]);
      await agreed(asked, painter, houseOwner);
    },
    SemanticPaintCounterOffer: async (asked) => {
      const { painter, houseOwner, coin, offer } = await offered(asked);
      const { contractId } = createdIn(
        await asked.submit(houseOwner, exercise(Offer.reference, offer, "Counter", { coin })),
      );
      const take = exercise(CounterOffer.reference, contractId, "Take");
      // The painter must see the offered coin.
      await refused(asked, notFound, [painter, take]);
      await asked.submit(painter, take, { readAs: [houseOwner] });
      await agreed(asked, painter, houseOwner);
    },
    SemanticPrivacyProjections: async (asked) => {
      const { bank, painter, houseOwner, accepted } = await acceptedOffer(asked);
      const whole = ["Accept", "Pass", "Coin", "Painting"];
      expect(await seenOf(asked, accepted, [houseOwner, effects])).to.deep.equal(whole);
      expect(await seenOf(asked, accepted, [painter, effects])).to.deep.equal(whole);
      expect(await seenOf(asked, accepted, [bank, effects])).to.deep.equal(["Pass", "Coin"]);
      const [painting = ""] = accepted.events
        .flatMap(({ CreatedEvent }) => CreatedEvent ?? [])
        .filter(({ templateId }) => nameOf(templateId) === "Painting")
        .map(({ contractId }) => contractId);
      const viewedBy = (by: string) => exercise(Painting.reference, painting, "View", { by });
      await asked.submit(painter, viewedBy(painter));
      await refused(asked, notFound, [bank, viewedBy(bank)]);
    },
    SemanticDivulgence: async (asked) => {
      const { alice, bob, fetch, spend } = await divulged(asked);
      await refused(asked, notFound, [bob, spend]);
      await asked.submit(bob, fetch, { readAs: [alice] });
      // Having seen it is not enough.
      await refused(asked, notFound, [bob, spend]);
      const [coin] = (await asked.activeContracts([alice], withBlobs)).filter(
        ({ templateId }) => nameOf(templateId) === "Coin",
      );
      const { contractId, templateId, createdEventBlob } = coin ?? expect.fail("there is none");
      const disclosure = { contractId, templateId, createdEventBlob, synchronizerId: "" };
      await asked.submit(bob, spend, { disclosedContracts: [disclosure] });
    },
  },
};

export const divulgedCreation: Suite = {
  name: "DivulgenceIT",
  cases: {
    DivulgenceTx: async (asked) => {
      const { alice, bob, fetch } = await divulged(asked);
      const shown = await asked.submit(bob, fetch, { readAs: [alice] });
      expect(await seenOf(asked, shown, [bob, effects])).to.deep.equal(["Fetch"]);
      for (const shape of [delta, effects] as const) {
        const all = transactions(await asked.updates(inShape([bob], shape)));
        const created = all.flatMap(({ events }) =>
          events.flatMap((each) => each.CreatedEvent ?? []),
        );
        expect(created.map(({ templateId }) => nameOf(templateId))).to.deep.equal(["Delegation"]);
      }
    },
  },
};

export const divulgedContracts: Suite = {
  name: "ActiveContractsServiceIT",
  cases: {
    ACSnoDivulgedContracts: async (asked) => {
      const { alice, bob, fetch } = await divulged(asked);
      await asked.submit(bob, fetch, { readAs: [alice] });
      const found = await asked.activeContracts([bob]);
      expect(found.map(({ templateId }) => nameOf(templateId))).to.deep.equal(["Delegation"]);
    },
  },
};

const branchingOf = async (asked: Asked, isFirst: boolean) => {
  const [first, second, firstReader, secondReader] = await asked.parties("a", "b", "c", "d");
  const command = Branching.create({ isFirst, first, second, firstReader, secondReader });
  return { first, second, firstReader, secondReader, command };
};

/** A proposal for alice and bob, or for another party instead of bob. */
const proposed = async (asked: Asked, sameForBoth = false) => {
  const [operator, alice, bob, carol] = await asked.parties("operator", "alice", "bob", "carol");
  const receiver = sameForBoth ? alice : bob;
  const command = Proposal.create({ operator, receiver, giver: alice });
  const proposal = await asked.create(operator, command);
  const accept = exercise(Proposal.reference, proposal, "AcceptBoth");
  return { operator, alice, bob, carol, proposal, accept };
};

export const authorizations: Suite = {
  name: "TransactionServiceAuthorizationIT",
  cases: {
    TXRequireAuthorization: async (asked) => {
      const { first, second, command } = await branchingOf(asked, true);
      await asked.create(first, command);
      await refused(asked, notAuthorized, [second, command]);
    },
    TXMultiActorChoiceOkBasic: async (asked) => {
      const { operator, alice, bob, proposal } = await proposed(asked);
      const pair = await asked.create([alice, bob], Pair.create({ receiver: bob, giver: alice }));
      const accept = exercise(Pair.reference, pair, "AcceptFor", { proposal });
      const { createArgument } = createdIn(await asked.submit(bob, accept));
      expect(createArgument).to.deep.equal({ operator, receiver: bob, giver: alice });
    },
    TXMultiActorChoiceOkCoincidingControllers: async (asked) => {
      const { operator, alice, accept } = await proposed(asked, true);
      const { signatories } = createdIn(await asked.submit(alice, accept));
      expect(signatories).to.have.members([operator, alice]);
    },
    TXRejectMultiActorMissingAuth: async (asked) => {
      const { alice, bob, accept } = await proposed(asked);
      for (const party of [alice, bob]) await refused(asked, notAuthorized, [party, accept]);
    },
    TXRejectMultiActorExcessiveAuth: async (asked) => {
      const { alice, carol, proposal } = await proposed(asked);
      const both = { receiver: carol, giver: alice };
      const pair = await asked.create([alice, carol], Pair.create(both));
      const accept = exercise(Pair.reference, pair, "AcceptFor", { proposal });
      const commands = asked.commands(carol, accept, { readAs: [alice] });
      await asked.refused(...notAuthorized, ["POST", wait, commands]);
    },
  },
};

/** Whether parties see a create, by their roles in it. */
const seesCreation =
  (isFirst: boolean, roles: Partial<Record<"second" | "first" | "secondReader", boolean>>): Case =>
  async (asked) => {
    const { command, ...parties } = await branchingOf(asked, isFirst);
    const committed = await asked.submit(isFirst ? parties.first : parties.second, command);
    for (const [role, isSeen] of Object.entries(roles)) {
      for (const shape of [delta, effects] as const) {
        const seen = await seenOf(asked, committed, [parties[role as "first"], shape]);
        expect(seen, role).to.deep.equal(isSeen ? ["Branching"] : []);
      }
    }
  };

export const projections: Suite = {
  name: "TransactionServiceVisibilityIT",
  cases: {
    TXLedgerEffectsBlinding: async (asked) => {
      const { bank, painter, accepted } = await acceptedOffer(asked);
      const carol = await asked.party("carol");
      expect(await seenOf(asked, accepted, [painter, effects])).to.have.length(4);
      expect(await seenOf(asked, accepted, [bank, effects])).to.deep.equal(["Pass", "Coin"]);
      expect(await seenOf(asked, accepted, [carol, effects])).to.deep.equal([]);
    },
    TXNotDiscloseCreateToNonSignatory: seesCreation(true, { second: false }),
    TXDiscloseCreateToSignatory: seesCreation(false, { second: true, first: false }),
    TXNotDiscloseCreateToNonChosenBranchingController: seesCreation(true, { secondReader: false }),
  },
};

/** The witnesses of the events of a submission, by event. */
const witnesses = async (asked: Asked, parties: readonly string[], { offset }: Committed) => {
  const range = { beginExclusive: offset - 1, endInclusive: offset };
  const [seen] = transactions(await asked.updates(inShape(parties, effects), range));
  return (seen?.events ?? []).map(({ CreatedEvent, ExercisedEvent }) => {
    const found = (CreatedEvent ?? ExercisedEvent)?.witnessParties as readonly string[];
    return found.map((party) => party.replace(/::.*/u, "")).sort();
  });
};

export const witnessing: Suite = {
  name: "WitnessesIT",
  cases: {
    RespectDisclosureRules: async (asked) => {
      const [bank, alice, carol] = await asked.parties("bank", "alice", "carol");
      const all = [bank, alice, carol];
      const created = await asked.submit(bank, Coin.create({ bank, owner: alice }));
      expect(await witnesses(asked, all, created)).to.deep.equal([["alice", "bank"]]);
      const { contractId } = createdIn(created);
      const byCarol = (choice: string) =>
        asked.submit(carol, exercise(Coin.reference, contractId, choice, { by: carol }), {
          readAs: [bank],
        });
      // Observers see only changes of a contract.
      expect(await witnesses(asked, all, await byCarol("Look"))).to.deep.equal([["bank", "carol"]]);
      const melted = await byCarol("Melt");
      expect(await witnesses(asked, all, melted)).to.deep.equal([["alice", "bank", "carol"]]);
    },
  },
};
