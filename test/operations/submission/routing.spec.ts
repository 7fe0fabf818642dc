import { expect } from "chai";

import {
  allocateParty,
  hostParty,
  submitAndWait,
  type SynchronizerId,
  unhostParty,
  updateVettedPackages,
} from "../../../lib/api.ts";
import {
  createLedger,
  type Ledger,
  type PartyId,
  type SynchronizerOption,
} from "../../../lib/index.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A ledger with two synchronizers. One party is hosted on both, and one party on each of them alone. */
interface World {
  readonly ledger: Ledger;
  readonly east: SynchronizerId;
  readonly west: SynchronizerId;
  readonly traveller: PartyId;
  readonly easterner: PartyId;
  readonly westerner: PartyId;
}

const setUp = async (): Promise<World> => {
  const ledger = await createLedger({
    packages: [iouPackage],
    seed: 1,
    synchronizers: [{ alias: "east" }, { alias: "west" }],
  });
  const [east = "", west = ""] = ledger.state.synchronizers.map(({ id }) => id);
  const allocate = async (partyIdHint: string, synchronizerId: string): Promise<PartyId> =>
    (await allocateParty(ledger, { partyIdHint, synchronizerId })).partyDetails.party;
  const traveller = await allocate("traveller", east);
  await hostParty(ledger, { party: traveller, synchronizerId: west });
  const easterner = await allocate("easterner", east);
  return { ledger, east, west, traveller, easterner, westerner: await allocate("westerner", west) };
};

// C.13+ and C.13- name a rule in docs/CONFORMANCE.md: + is an accepted case, - a rejected one.
describe("routing of transactions", () => {
  let world: World;

  beforeEach(async () => {
    world = await setUp();
  });

  const create = (issuer: PartyId, owner: PartyId) =>
    Iou.create({ issuer, owner, amount: "1", watchers: [] });

  /** Returns a command with a package id, so that the ledger does not select a package by name. */
  const byId = (issuer: PartyId, owner = issuer) => {
    const { CreateCommand: command } = create(issuer, owner);
    const templateId = `${iouPackage.packageId}:Iou:Iou`;
    return { CreateCommand: { ...command, templateId } };
  };

  const submit = (actAs: PartyId, command: ReturnType<typeof create>, fields: Fields = {}) =>
    submitAndWait(world.ledger, commandsBody(actAs, command, fields));

  const placeOf = async (answer: ReturnType<typeof submitAndWait>): Promise<unknown> => {
    const { completionOffset } = await answer;
    const entry = world.ledger.state.log.get(completionOffset);
    expect(entry?.completion?.synchronizerId).to.equal(entry?.update?.synchronizerId);
    return entry?.update?.synchronizerId;
  };

  const refusalOf = async (answer: Promise<unknown>) => {
    const before = world.ledger.state;
    const error = await rejectionOf(answer);
    expect(world.ledger.state).to.equal(before);
    return error.code;
  };

  it("selects a synchronizer that can execute the transaction", async () => {
    const { east, west, traveller, westerner } = world;
    expect(await placeOf(submit(traveller, create(traveller, traveller)))).to.equal(east);
    expect(await placeOf(submit(traveller, create(traveller, westerner)))).to.equal(west);
  });

  it("C.13+ selects the prescribed synchronizer", async () => {
    const { west, traveller } = world;
    const fields = { synchronizerId: west };
    expect(await placeOf(submit(traveller, create(traveller, traveller), fields))).to.equal(west);
  });

  it("selects the synchronizer of the inputs", async () => {
    const { ledger, west, traveller } = world;
    const created = await ledger.submit({
      actAs: traveller,
      commands: create(traveller, traveller),
      synchronizerId: west,
    });
    const [iou] = created.created(Iou);
    if (iou === undefined) return expect.fail("no contract");
    const body = commandsBody(traveller, iou.exercise(Iou.Inspect));
    expect(await placeOf(submitAndWait(ledger, body))).to.equal(west);
  });

  it("prefers synchronizers by their priority, then by their ids", async () => {
    const place = async (synchronizers: readonly SynchronizerOption[]) => {
      const ledger = await createLedger({ packages: [iouPackage], synchronizers });
      const party = String(ledger.state.participantId);
      const { completionOffset } = await submitAndWait(
        ledger,
        commandsBody(party, create(party, party)),
      );
      const { synchronizerId } = ledger.state.log.get(completionOffset)?.update ?? {};
      return ledger.state.synchronizers.find(({ id }) => id === synchronizerId)?.alias;
    };
    const [a, b, c] = [{ alias: "a" }, { alias: "b" }, { alias: "c" }];
    expect(await place([c, b, a])).to.equal("a");
    expect(await place([c, { ...b, priority: 1 }, a])).to.equal("b");
    expect(await place([{ ...a, priority: -1 }, b, c])).to.equal("b");
  });

  it("C.13- refuses a prescribed synchronizer that is not connected", async () => {
    const { traveller } = world;
    const fields = { synchronizerId: "north::1220aa" };
    expect(await refusalOf(submit(traveller, create(traveller, traveller), fields))).to.equal(
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
    );
  });

  it("refuses a prescribed synchronizer that does not host all informees", async () => {
    const { east, traveller, westerner } = world;
    const fields = { synchronizerId: east };
    expect(await refusalOf(submit(traveller, create(traveller, westerner), fields))).to.equal(
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
    );
  });

  it("refuses unknown submitters", async () => {
    const stranger = "stranger::1220aa";
    expect(await refusalOf(submit(stranger, byId(stranger)))).to.equal("UNKNOWN_SUBMITTERS");
    const both = submit(world.traveller, byId(world.traveller), {
      actAs: [world.traveller, stranger],
    });
    expect((await rejectionOf(both)).context).to.deep.equal({
      unknownSubmitters: `Set(${stranger})`,
    });
  });

  it("refuses unknown informees", async () => {
    const { traveller } = world;
    expect(await refusalOf(submit(traveller, create(traveller, "__proto__")))).to.equal(
      "UNKNOWN_INFORMEES",
    );
  });

  it("interprets before it routes", async () => {
    expect(await refusalOf(submit("stranger", byId(world.traveller, "stranger")))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("refuses submitters that are no longer hosted", async () => {
    const { ledger, east, easterner } = world;
    await unhostParty(ledger, { party: easterner, synchronizerId: east });
    expect(await refusalOf(submit(easterner, byId(easterner)))).to.equal("UNKNOWN_SUBMITTERS");
    expect(await refusalOf(submit(easterner, create(easterner, easterner)))).to.equal(
      "UNKNOWN_INFORMEES",
    );
  });

  it("refuses informees that are no longer hosted", async () => {
    const { ledger, east, easterner, traveller } = world;
    await unhostParty(ledger, { party: easterner, synchronizerId: east });
    expect(await refusalOf(submit(traveller, create(traveller, easterner)))).to.equal(
      "UNKNOWN_INFORMEES",
    );
  });

  it("refuses submitters without a common synchronizer", async () => {
    const { ledger, easterner, westerner } = world;
    const both = [create(easterner, easterner), create(westerner, westerner)];
    const body = { ...commandsBody(easterner, both), actAs: [easterner, westerner] };
    expect(await refusalOf(submitAndWait(ledger, body))).to.equal("SUBMITTERS_NOT_ACTIVE");
  });

  it("refuses informees without a common synchronizer", async () => {
    const { easterner, westerner } = world;
    expect(await refusalOf(submit(easterner, create(easterner, westerner)))).to.equal(
      "INFORMEES_NOT_ACTIVE",
    );
  });

  it("refuses submitters without submission permission where the informees are hosted", async () => {
    const { ledger, west, easterner, westerner } = world;
    await hostParty(ledger, { party: easterner, synchronizerId: west, permission: "observation" });
    expect(await refusalOf(submit(easterner, create(easterner, westerner)))).to.equal(
      "NO_COMMON_SYNCHRONIZER",
    );
  });

  it("refuses to submit for a party with observation permission", async () => {
    const { ledger, east, easterner } = world;
    await hostParty(ledger, { party: easterner, synchronizerId: east, permission: "observation" });
    expect(await refusalOf(submit(easterner, create(easterner, easterner)))).to.equal(
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
    );
  });

  describe("routing of transactions with an unvetted package", () => {
    const unvet = (synchronizerId: SynchronizerId) =>
      updateVettedPackages(world.ledger, {
        changes: [
          { operation: { Unvet: { value: { packages: [{ packageId: iouPackage.packageId }] } } } },
        ],
        synchronizerId,
      });

    it("selects a synchronizer on which the package is vetted", async () => {
      const { east, west, traveller } = world;
      await unvet(east);
      expect(await placeOf(submit(traveller, create(traveller, traveller)))).to.equal(west);
    });

    it("refuses if no synchronizer of the submitter has the package vetted", async () => {
      const { east, easterner } = world;
      await unvet(east);
      expect(await refusalOf(submit(easterner, byId(easterner)))).to.equal(
        "NO_SYNCHRONIZER_FOR_SUBMISSION",
      );
    });

    it("does not select an unvetted package for a package name", async () => {
      const { east, west, traveller } = world;
      await unvet(east);
      await unvet(west);
      expect(await refusalOf(submit(traveller, create(traveller, traveller)))).to.equal(
        "JSON_API_PACKAGE_SELECTION_FAILED",
      );
    });
  });

  it("writes no completion for a rejected command", async () => {
    const { ledger, traveller } = world;
    await rejectionOf(submit(traveller, create(traveller, "stranger")));
    expect(completionsOn(ledger)).to.deep.equal([]);
  });
});
