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
  type CaseLedger,
  type Committed,
  createdIn,
  kindsIn,
  withBlobs,
} from "../../support/catalogue/case-ledger.ts";
import { exercise } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { delta, effects, inShape, type Shape, transactions } from "./streams.ts";
import { wait } from "./work.ts";

const refused = (
  api: CaseLedger,
  [status, code]: readonly [number, string],
  [actAs, command]: readonly [actAs: string | readonly string[], command: object],
) => api.refused(status, code, ["POST", wait, api.commands(actAs, command)]);

const notFound = [404, "CONTRACT_NOT_FOUND"] as const;
const notAuthorized = [400, "DAML_AUTHORIZATION_ERROR"] as const;

/** Returns the kinds of events that a party sees of an update, with their templates or choices. */
const seenOf = async (
  api: CaseLedger,
  { offset }: Committed,
  [party, shape]: readonly [party: string, shape: Shape],
) => {
  const range = { beginExclusive: offset - 1, endInclusive: offset };
  const [seen] = transactions(await api.updates(inShape([party], shape), range));
  return seen === undefined
    ? []
    : seen.events.map(({ CreatedEvent, ArchivedEvent, ExercisedEvent }) =>
        ExercisedEvent === undefined
          ? nameOf(String(CreatedEvent?.templateId ?? ArchivedEvent?.["templateId"]))
          : ExercisedEvent.choice,
      );
};

const nameOf = (id: string) => id.replace(/^.*:/u, "");

/** Creates a coin of a house owner and the offer of a painter. */
const offered = async (api: CaseLedger) => {
  const [bank, painter, houseOwner] = await api.parties("bank", "painter", "owner");
  const coin = await api.create(bank, Coin.create({ bank, owner: houseOwner }));
  const offer = await api.create(painter, Offer.create({ painter, houseOwner }));
  return { bank, painter, houseOwner, coin, offer };
};

const acceptedOffer = async (api: CaseLedger) => {
  const parts = await offered(api);
  const { coin, offer, houseOwner } = parts;
  const accept = exercise(Offer.reference, offer, "Accept", { coin });
  return { ...parts, accepted: await api.submit(houseOwner, accept) };
};

/** Expects that the two parties have made the agreement. Returns its contract. */
const agreed = async (api: CaseLedger, painter: string, houseOwner: string) => {
  const [painting] = (await api.activeContracts([houseOwner])).filter(
    ({ templateId }) => nameOf(templateId) === "Painting",
  );
  expect(painting?.createArgument).to.deep.equal({ painter, houseOwner });
  const [coin] = (await api.activeContracts([painter])).filter(
    ({ templateId }) => nameOf(templateId) === "Coin",
  );
  expect(coin?.createArgument).to.include({ owner: painter });
};

/** Creates a delegation. The delegate has seen another party's coin in a fetch. */
const divulged = async (api: CaseLedger) => {
  const [bank, alice, bob] = await api.parties("bank", "alice", "bob");
  const coin = await api.create(bank, Coin.create({ bank, owner: alice }));
  const delegation = await api.create(alice, Delegation.create({ owner: alice, delegate: bob }));
  const fetch = exercise(Delegation.reference, delegation, "Fetch", { coin });
  const spend = exercise(Delegation.reference, delegation, "Spend", { coin });
  return { bank, alice, bob, coin, fetch, spend };
};

export const agreements: Suite = {
  name: "SemanticTests",
  cases: {
    SemanticPaintOffer: async (api) => {
      const { painter, houseOwner, accepted } = await acceptedOffer(api);
      expect(kindsIn(accepted)).to.deep.equal([
        "ExercisedEvent",
        "ExercisedEvent",
        "CreatedEvent",
        "CreatedEvent",
      ]);
      await agreed(api, painter, houseOwner);
    },
    SemanticPaintCounterOffer: async (api) => {
      const { painter, houseOwner, coin, offer } = await offered(api);
      const { contractId } = createdIn(
        await api.submit(houseOwner, exercise(Offer.reference, offer, "Counter", { coin })),
      );
      const take = exercise(CounterOffer.reference, contractId, "Take");
      // The painter must see the offered coin.
      await refused(api, notFound, [painter, take]);
      await api.submit(painter, take, { readAs: [houseOwner] });
      await agreed(api, painter, houseOwner);
    },
    SemanticPrivacyProjections: async (api) => {
      const { bank, painter, houseOwner, accepted } = await acceptedOffer(api);
      const whole = ["Accept", "Pass", "Coin", "Painting"];
      expect(await seenOf(api, accepted, [houseOwner, effects])).to.deep.equal(whole);
      expect(await seenOf(api, accepted, [painter, effects])).to.deep.equal(whole);
      expect(await seenOf(api, accepted, [bank, effects])).to.deep.equal(["Pass", "Coin"]);
      const [painting = ""] = accepted.events
        .flatMap(({ CreatedEvent }) => CreatedEvent ?? [])
        .filter(({ templateId }) => nameOf(templateId) === "Painting")
        .map(({ contractId }) => contractId);
      const viewedBy = (by: string) => exercise(Painting.reference, painting, "View", { by });
      await api.submit(painter, viewedBy(painter));
      await refused(api, notFound, [bank, viewedBy(bank)]);
    },
    SemanticDivulgence: async (api) => {
      const { alice, bob, fetch, spend } = await divulged(api);
      await refused(api, notFound, [bob, spend]);
      await api.submit(bob, fetch, { readAs: [alice] });
      // Bob has seen the coin, but this does not allow him to use it.
      await refused(api, notFound, [bob, spend]);
      const [coin] = (await api.activeContracts([alice], withBlobs)).filter(
        ({ templateId }) => nameOf(templateId) === "Coin",
      );
      const { contractId, templateId, createdEventBlob } = coin ?? expect.fail("there is none");
      const disclosure = { contractId, templateId, createdEventBlob, synchronizerId: "" };
      await api.submit(bob, spend, { disclosedContracts: [disclosure] });
    },
  },
};

export const divulgedCreation: Suite = {
  name: "DivulgenceIT",
  cases: {
    DivulgenceTx: async (api) => {
      const { alice, bob, fetch } = await divulged(api);
      const shown = await api.submit(bob, fetch, { readAs: [alice] });
      expect(await seenOf(api, shown, [bob, effects])).to.deep.equal(["Fetch"]);
      for (const shape of [delta, effects] as const) {
        const all = transactions(await api.updates(inShape([bob], shape)));
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
    ACSnoDivulgedContracts: async (api) => {
      const { alice, bob, fetch } = await divulged(api);
      await api.submit(bob, fetch, { readAs: [alice] });
      const found = await api.activeContracts([bob]);
      expect(found.map(({ templateId }) => nameOf(templateId))).to.deep.equal(["Delegation"]);
    },
  },
};

const branchingOf = async (api: CaseLedger, isFirst: boolean) => {
  const [first, second, firstReader, secondReader] = await api.parties("a", "b", "c", "d");
  const command = Branching.create({ isFirst, first, second, firstReader, secondReader });
  return { first, second, firstReader, secondReader, command };
};

/** Creates a proposal that alice and bob must accept, or alice alone if `sameForBoth`. */
const proposed = async (api: CaseLedger, sameForBoth = false) => {
  const [operator, alice, bob, carol] = await api.parties("operator", "alice", "bob", "carol");
  const receiver = sameForBoth ? alice : bob;
  const command = Proposal.create({ operator, receiver, giver: alice });
  const proposal = await api.create(operator, command);
  const accept = exercise(Proposal.reference, proposal, "AcceptBoth");
  return { operator, alice, bob, carol, proposal, accept };
};

export const authorizations: Suite = {
  name: "TransactionServiceAuthorizationIT",
  cases: {
    TXRequireAuthorization: async (api) => {
      const { first, second, command } = await branchingOf(api, true);
      await api.create(first, command);
      await refused(api, notAuthorized, [second, command]);
    },
    TXMultiActorChoiceOkBasic: async (api) => {
      const { operator, alice, bob, proposal } = await proposed(api);
      const pair = await api.create([alice, bob], Pair.create({ receiver: bob, giver: alice }));
      const accept = exercise(Pair.reference, pair, "AcceptFor", { proposal });
      const { createArgument } = createdIn(await api.submit(bob, accept));
      expect(createArgument).to.deep.equal({ operator, receiver: bob, giver: alice });
    },
    TXMultiActorChoiceOkCoincidingControllers: async (api) => {
      const { operator, alice, accept } = await proposed(api, true);
      const { signatories } = createdIn(await api.submit(alice, accept));
      expect(signatories).to.have.members([operator, alice]);
    },
    TXRejectMultiActorMissingAuth: async (api) => {
      const { alice, bob, accept } = await proposed(api);
      for (const party of [alice, bob]) await refused(api, notAuthorized, [party, accept]);
    },
    TXRejectMultiActorExcessiveAuth: async (api) => {
      const { alice, carol, proposal } = await proposed(api);
      const both = { receiver: carol, giver: alice };
      const pair = await api.create([alice, carol], Pair.create(both));
      const accept = exercise(Pair.reference, pair, "AcceptFor", { proposal });
      const commands = api.commands(carol, accept, { readAs: [alice] });
      await api.refused(...notAuthorized, ["POST", wait, commands]);
    },
  },
};

/** Returns a case: expects which parties see a create, by their roles in it. */
const seesCreation =
  (isFirst: boolean, roles: Partial<Record<"second" | "first" | "secondReader", boolean>>): Case =>
  async (api) => {
    const { command, ...parties } = await branchingOf(api, isFirst);
    const committed = await api.submit(isFirst ? parties.first : parties.second, command);
    for (const [role, isSeen] of Object.entries(roles)) {
      for (const shape of [delta, effects] as const) {
        const seen = await seenOf(api, committed, [parties[role as "first"], shape]);
        expect(seen, role).to.deep.equal(isSeen ? ["Branching"] : []);
      }
    }
  };

export const projections: Suite = {
  name: "TransactionServiceVisibilityIT",
  cases: {
    TXLedgerEffectsBlinding: async (api) => {
      const { bank, painter, accepted } = await acceptedOffer(api);
      const carol = await api.party("carol");
      expect(await seenOf(api, accepted, [painter, effects])).to.have.length(4);
      expect(await seenOf(api, accepted, [bank, effects])).to.deep.equal(["Pass", "Coin"]);
      expect(await seenOf(api, accepted, [carol, effects])).to.deep.equal([]);
    },
    TXNotDiscloseCreateToNonSignatory: seesCreation(true, { second: false }),
    TXDiscloseCreateToSignatory: seesCreation(false, { second: true, first: false }),
    TXNotDiscloseCreateToNonChosenBranchingController: seesCreation(true, { secondReader: false }),
  },
};

/** Returns the witnesses of each event of a submission. */
const witnesses = async (api: CaseLedger, parties: readonly string[], { offset }: Committed) => {
  const range = { beginExclusive: offset - 1, endInclusive: offset };
  const [seen] = transactions(await api.updates(inShape(parties, effects), range));
  return (seen?.events ?? []).map(({ CreatedEvent, ExercisedEvent }) => {
    const found = (CreatedEvent ?? ExercisedEvent)?.witnessParties as readonly string[];
    return found.map((party) => party.replace(/::.*/u, "")).sort();
  });
};

export const witnessing: Suite = {
  name: "WitnessesIT",
  cases: {
    RespectDisclosureRules: async (api) => {
      const [bank, alice, carol] = await api.parties("bank", "alice", "carol");
      const all = [bank, alice, carol];
      const created = await api.submit(bank, Coin.create({ bank, owner: alice }));
      expect(await witnesses(api, all, created)).to.deep.equal([["alice", "bank"]]);
      const { contractId } = createdIn(created);
      const byCarol = (choice: string) =>
        api.submit(carol, exercise(Coin.reference, contractId, choice, { by: carol }), {
          readAs: [bank],
        });
      // Observers do not see nonconsuming exercises.
      expect(await witnesses(api, all, await byCarol("Look"))).to.deep.equal([["bank", "carol"]]);
      const melted = await byCarol("Melt");
      expect(await witnesses(api, all, melted)).to.deep.equal([["alice", "bank", "carol"]]);
    },
  },
};
