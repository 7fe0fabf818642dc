import { expect } from "chai";
import fc from "fast-check";

import {
  activeContracts,
  hostParty,
  submitAndWait,
  type SynchronizerId,
  unhostParty,
  updates,
  updateVettedPackages,
} from "../../../lib/api.ts";
import {
  type Command,
  type ContractIdHex,
  isLedgerError,
  type LedgerOptions,
  type PartyId,
} from "../../../lib/index.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { runs } from "../../support/properties.ts";
import {
  assign,
  issueIou,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
} from "../../support/two-synchronizers.ts";

describe("transaction with inputs on different synchronizers", () => {
  let given: TwoSynchronizers;

  const begin = async (options: LedgerOptions = {}): Promise<void> => {
    given = await twoSynchronizers(options);
  };

  beforeEach(() => begin());

  const exercise = (contractId: ContractIdHex, choice: string, choiceArgument = {}): Command => ({
    ExerciseCommand: { templateId: "#iou:Iou:Iou", contractId, choice, choiceArgument },
  });

  const inspect = (contractId: ContractIdHex): Command => exercise(contractId, "Inspect");

  const submit = (
    commands: readonly Command[],
    { actAs = [given.bob], ...more }: Readonly<Record<string, unknown>> = {},
  ) => submitAndWait(given.ledger, commandsBody(actAs as PartyId[], commands, more));

  const refusalOf = async (answer: Promise<unknown>) => {
    const before = given.ledger.state;
    const { code } = await rejectionOf(answer);
    expect(given.ledger.state).to.equal(before);
    return code;
  };

  const issueIn = (synchronizerId: SynchronizerId, owner = given.bob) =>
    issueIou(given, { owner, synchronizerId });

  /** Returns the name of a synchronizer. */
  const nameOf = (synchronizerId: string): string =>
    given.ledger.state.synchronizers.find(({ id }) => id === synchronizerId)?.alias ?? "";

  /** Returns the updates after an offset that a party sees, as kind and synchronizer. */
  const seen = (after: number, party = given.bob) => {
    const eventFormat = eventFormatJson([party]);
    const request = {
      beginExclusive: after,
      endInclusive: given.ledger.state.ledgerEnd,
      updateFormat: {
        includeReassignments: eventFormat,
        includeTransactions: {
          eventFormat,
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
        },
      },
    };
    const items = updates(given.ledger, request);
    if (!(Symbol.iterator in items)) return expect.fail("a bounded range is read at once");
    return Array.from(items, ({ update }) => {
      if ("Reassignment" in update) {
        const { events, synchronizerId } = update.Reassignment.value;
        const counters = events.map((event) =>
          "JsUnassignedEvent" in event
            ? `leaves ${event.JsUnassignedEvent.value.reassignmentCounter}`
            : `arrives ${event.JsAssignmentEvent.reassignmentCounter}`,
        );
        return `${counters.join(", ")} in the ${nameOf(synchronizerId)}`;
      }
      if (!("Transaction" in update)) return "something else";
      return `used in the ${nameOf(update.Transaction.value.synchronizerId)}`;
    });
  };

  const placesSeenBy = (party: PartyId): ReadonlyMap<string, readonly unknown[]> => {
    const request = {
      activeAtOffset: given.ledger.state.ledgerEnd,
      eventFormat: eventFormatJson([party]),
    };
    return new Map(
      Array.from(activeContracts(given.ledger, request), ({ contractEntry }) => {
        if (!("JsActiveContract" in contractEntry)) return expect.fail("in flight");
        const { createdEvent, synchronizerId, reassignmentCounter } =
          contractEntry.JsActiveContract;
        return [createdEvent.contractId, [nameOf(synchronizerId), reassignmentCounter]];
      }),
    );
  };

  it("reassigns its inputs to the synchronizer that needs the fewest reassignments, and executes there", async () => {
    const { ledger, bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west), await issueIn(west)];
    const before = ledger.state.ledgerEnd;
    await submit(ious.map(inspect));
    expect(seen(before)).to.deep.equal([
      "leaves 1 in the east",
      "arrives 1 in the west",
      "used in the west",
    ]);
    const [first, second, third] = ious.map((iou) => placesSeenBy(bob).get(iou));
    expect([first, second, third]).to.deep.equal([
      ["west", 1],
      ["west", 0],
      ["west", 0],
    ]);
  });

  it("reassigns its inputs to the synchronizer with the lowest id if the number of reassignments is equal", async () => {
    const { ledger, east, west } = given;
    const ious = [await issueIn(west), await issueIn(east)];
    const before = ledger.state.ledgerEnd;
    await submit(ious.map(inspect));
    expect(seen(before).at(-1)).to.equal("used in the east");
  });

  it("prefers a synchronizer of higher priority to fewer reassignments", async () => {
    await begin({ synchronizers: [{ alias: "east" }, { alias: "west", priority: 1 }] });
    const { ledger, east, west } = given;
    const ious = [await issueIn(east), await issueIn(east), await issueIn(west)];
    const before = ledger.state.ledgerEnd;
    await submit(ious.map(inspect));
    expect(seen(before)).to.deep.equal([
      "leaves 1, leaves 1 in the east",
      "arrives 1, arrives 1 in the west",
      "used in the west",
    ]);
  });

  it("is executed on the synchronizer that has all inputs, even if another one has a higher priority", async () => {
    await begin({ synchronizers: [{ alias: "east" }, { alias: "west", priority: 1 }] });
    const iou = await issueIn(given.east);
    const before = given.ledger.state.ledgerEnd;
    await submit([inspect(iou)]);
    expect(seen(before)).to.deep.equal(["used in the east"]);
  });

  it("reassigns its inputs to a prescribed synchronizer, again in later transactions", async () => {
    const { ledger, bob, east, west } = given;
    const iou = await issueIn(east);
    const before = ledger.state.ledgerEnd;
    for (const synchronizerId of [west, west, east]) {
      await submit([inspect(iou)], { synchronizerId });
    }
    expect(seen(before)).to.deep.equal([
      "leaves 1 in the east",
      "arrives 1 in the west",
      "used in the west",
      "used in the west",
      "leaves 2 in the west",
      "arrives 2 in the east",
      "used in the east",
    ]);
    expect(placesSeenBy(bob).get(iou)).to.deep.equal(["east", 2]);
  });

  it("reassigns an input to the synchronizer of a new stakeholder", async () => {
    const { ledger, bob, carol, east, west } = given;
    const iou = await issueIn(west);
    const before = ledger.state.ledgerEnd;
    await submit([exercise(iou, "Transfer", { newOwner: carol })]);
    expect(seen(before)).to.deep.equal([
      "leaves 1 in the west",
      "arrives 1 in the east",
      "used in the east",
    ]);
    expect(seen(before, carol)).to.deep.equal(["used in the east"]);
    expect([...placesSeenBy(carol).values()]).to.deep.equal([["east", 0]]);
    expect(placesSeenBy(bob).has(iou)).to.equal(false);
    expect(east).not.to.equal(west);
  });

  it("reassigns inputs with different stakeholders separately", async () => {
    const { ledger, alice, bob, east, west } = given;
    const watched = async (watchers: readonly PartyId[]) => {
      const commands = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers });
      const result = await ledger.submit({ actAs: alice, commands, synchronizerId: west });
      return result.created(Iou)[0]?.contractId ?? expect.fail("no IOU");
    };
    const host = String(ledger.state.participantId);
    const ious = [await watched([]), await watched([host]), await watched([])];
    const before = ledger.state.ledgerEnd;
    await submit(ious.map(inspect), { synchronizerId: east });
    expect(seen(before)).to.deep.equal([
      "leaves 1, leaves 1 in the west",
      "arrives 1, arrives 1 in the east",
      "leaves 1 in the west",
      "arrives 1 in the east",
      "used in the east",
    ]);
  });

  it("reports each reassignment by a completion of the same command", async () => {
    const { ledger, bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west)];
    const before = ledger.state.ledgerEnd;
    const more = { commandId: "pay", submissionId: "sub", workflowId: "flow" };
    const { completionOffset } = await submit(ious.map(inspect), more);
    expect(completionOffset).to.equal(before + 3);
    const told = completionsOn(ledger).filter(({ offset }) => offset > before);
    const submission = { userId: "ann", commandId: "pay", submissionId: "sub", actAs: [bob] };
    expect(told.map((completion) => completion.submission)).to.deep.equal([
      { ...submission, workflowId: "" },
      { ...submission, workflowId: "" },
      { ...submission, workflowId: "flow" },
    ]);
    expect(told.map(({ outcome }) => outcome.kind)).to.deep.equal(Array(3).fill("accepted"));
    expect(told.map(({ synchronizerId }) => synchronizerId)).to.deep.equal([west, east, east]);
  });

  it("reassigns in the name of a reading party if no acting party is a stakeholder", async () => {
    const { ledger, alice, bob, carol, west } = given;
    const iou = await issueIn(west);
    const tell = exercise(iou, "Tell", { listener: carol });
    const before = ledger.state.ledgerEnd;
    await submit([tell], { actAs: [carol], readAs: [bob, alice] });
    expect(seen(before, alice)).to.deep.equal([
      "leaves 1 in the west",
      "arrives 1 in the east",
      "used in the east",
    ]);
    const [left] = completionsOn(ledger).filter(({ offset }) => offset > before);
    expect(left?.submission.actAs).to.deep.equal([alice]);
  });

  it("is rejected and reassigns nothing if one input cannot be reassigned", async () => {
    const { ledger, alice, bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west)];
    await hostParty(ledger, { party: alice, synchronizerId: west, permission: "observation" });
    // No participant confirms for alice on the west synchronizer, so her contracts cannot enter or leave it.
    expect(await refusalOf(submit(ious.map(inspect)))).to.equal("NO_SYNCHRONIZER_FOR_SUBMISSION");
    const prescribed = submit(ious.map(inspect), { synchronizerId: east });
    expect(await refusalOf(prescribed)).to.equal("AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED");
    expect([...placesSeenBy(bob).values()].map(([place]) => place)).to.have.members([
      "east",
      "west",
    ]);
  });

  it("is rejected if the package of the inputs is not vetted on the prescribed synchronizer", async () => {
    const { ledger, bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west)];
    const { packageId } = iouPackage;
    const unvet = (synchronizerId: SynchronizerId) =>
      updateVettedPackages(ledger, {
        changes: [{ operation: { Unvet: { value: { packages: [{ packageId }] } } } }],
        synchronizerId,
      });
    await unvet(east);
    const before = ledger.state.ledgerEnd;
    await submit(ious.map(inspect));
    expect(seen(before).at(-1)).to.equal("used in the west");
    expect(placesSeenBy(bob).get(ious[0] ?? "")).to.deep.equal(["west", 1]);
    const prescribed = submit(ious.map(inspect), { synchronizerId: east });
    // The package name resolves on the east synchronizer only if the package is vetted there.
    expect(await refusalOf(prescribed)).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
  });

  it("is rejected while an input is in flight", async () => {
    const { bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west)];
    await unassign(given, bob, ious[0] ?? "");
    expect(await refusalOf(submit(ious.map(inspect)))).to.equal("UNKNOWN_CONTRACT_SYNCHRONIZERS");
  });

  it("is rejected by a ledger without automatic reassignment", async () => {
    await begin({ limits: { automaticReassignment: false } });
    const { bob, east, west } = given;
    const ious = [await issueIn(east), await issueIn(west)];
    const code = "AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED";
    expect(await refusalOf(submit(ious.map(inspect)))).to.equal(code);
    expect(await refusalOf(submit(ious.slice(1).map(inspect), { synchronizerId: east }))).to.equal(
      code,
    );
    await assign(given, bob, await unassign(given, bob, ious[0] ?? ""));
    await submit(ious.map(inspect));
  });

  it("leaves the inputs on the new synchronizer if it is rejected afterwards", async () => {
    const { ledger, bob, east, west } = given;
    const iou = await issueIn(east);
    const more = { commandId: "once", synchronizerId: east };
    await submit([inspect(iou)], more);
    const again = submit([inspect(iou)], { ...more, synchronizerId: west });
    expect((await rejectionOf(again)).code).to.equal("DUPLICATE_COMMAND");
    expect(placesSeenBy(bob).get(iou)).to.deep.equal(["west", 1]);
    expect(completionsOn(ledger).at(-1)?.offset).to.equal(ledger.state.ledgerEnd);
  });

  it("has the same ids for the same seed and history", async () => {
    const run = async () => {
      await begin();
      const ious = [await issueIn(given.east), await issueIn(given.west)];
      await submit(ious.map(inspect), { submissionId: "s", commandId: "c" });
      return [...given.ledger.state.log.values()].map(({ update }) => update?.updateId);
    };
    const ids = await run();
    expect(await run()).to.deep.equal(ids);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  /**
   * Submits commands on a new ledger. Returns the number of reassigned contracts and the target; undefined if
   * the submission failed.
   */
  const attempt = async (commands: readonly Command[], synchronizerId?: SynchronizerId) => {
    const fork = await given.ledger.fork();
    const before = fork.state.ledgerEnd;
    const more = synchronizerId === undefined ? {} : { synchronizerId };
    try {
      const body = commandsBody(given.bob, commands, more);
      const { completionOffset } = await submitAndWait(fork, body);
      const updates = Array.from(fork.state.log.values(before + 1), ({ update }) => update);
      const moved = updates.flatMap((update) =>
        update?.kind === "reassignment"
          ? update.events.filter(({ kind }) => kind === "unassigned")
          : [],
      );
      const place = fork.state.log.get(completionOffset)?.update?.synchronizerId ?? "";
      return { place, moved: moved.length };
    } catch (error) {
      if (isLedgerError(error)) return undefined;
      throw error;
    }
  };

  const permission = fc.oneof(
    { weight: 8, arbitrary: fc.constant("submission" as const) },
    fc.constantFrom("confirmation" as const, "observation" as const, undefined),
  );

  it("is executed on the same synchronizer as with the best prescribed synchronizer @property", async () => {
    const world = fc.record({
      priorities: fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1)),
      places: fc.array(fc.nat(2), { minLength: 1, maxLength: 4, size: "max" }),
      alice: fc.tuple(permission, permission, permission),
      bob: fc.tuple(permission, permission, permission),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ priorities, places, ...permissions }) => {
        const aliases = ["east", "north", "west"] as const;
        await begin({
          synchronizers: aliases.map((alias, index) => ({
            alias,
            priority: priorities[index] ?? 0,
          })),
        });
        const { ledger, alice, bob } = given;
        const all = ledger.state.synchronizers;
        for (const { id: synchronizerId } of all) {
          for (const party of [alice, bob]) await hostParty(ledger, { party, synchronizerId });
        }
        const ious: ContractIdHex[] = [];
        for (const place of places) ious.push(await issueIn(all[place]?.id ?? ""));
        for (const [index, { id: synchronizerId }] of all.entries()) {
          for (const [party, chosen] of [
            [alice, permissions.alice[index]],
            [bob, permissions.bob[index]],
          ] as const) {
            if (chosen === undefined) await unhostParty(ledger, { party, synchronizerId });
            else await hostParty(ledger, { party, synchronizerId, permission: chosen });
          }
        }
        const commands = ious.map(inspect);
        const [found, ...prescribed] = [
          await attempt(commands),
          ...(await Promise.all(all.map(({ id }) => attempt(commands, id)))),
        ];
        // Inputs on one synchronizer stay there if all stakeholders are hosted there.
        const [together, ...others] = new Set(places);
        const stays =
          others.length === 0 &&
          [permissions.alice, permissions.bob].every((each) => each[together ?? 0] !== undefined);
        const [best] = prescribed
          .flatMap((each, index) =>
            each === undefined || (stays && index !== together)
              ? []
              : [{ ...each, priority: priorities[index] ?? 0 }],
          )
          .toSorted(
            (left, right) =>
              right.priority - left.priority ||
              left.moved - right.moved ||
              (left.place < right.place ? -1 : 1),
          );
        expect(found).to.deep.equal(best && { place: best.place, moved: best.moved });
      }),
      { numRuns: runs(10) },
    );
  });
});
