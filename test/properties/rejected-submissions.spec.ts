import { expect } from "chai";
import fc from "fast-check";

import { allocateParty, submitAndWait } from "../../lib/api.ts";
import { isLedgerError } from "../../lib/index.ts";
import type { LedgerState } from "../../lib/store.ts";
import { type IouLedger, iouLedger } from "../support/iou-ledger.ts";
import { Counter, Iou } from "../support/iou-package.ts";
import { runs } from "../support/properties.ts";
import { untyped } from "../support/untyped.ts";

/**
 * Returns the parts of a state that a rejected submission must not change. They are immutable, so identity is
 * compared.
 */
const lasting = (state: LedgerState): Readonly<Record<string, unknown>> => ({
  active: state.active,
  contracts: state.contracts,
  updateOffsets: state.updateOffsets,
  acceptedChanges: state.acceptedChanges,
  parties: state.parties,
  users: state.users,
  packages: state.packages,
  vetting: state.vetting,
  hosting: state.hosting,
  history: state.history,
});

const anyText = fc.oneof(
  fc.constantFrom("", "ann", "__proto__", "a\u0000", "\ud800", "#iou:Iou:Iou"),
  fc.string({ maxLength: 5 }),
);

const anyJson = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

/** Generates mostly valid values, and some invalid ones. */
const mostly = (good: fc.Arbitrary<unknown>, weight = 30) =>
  fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: anyJson });

const commands = (parties: readonly string[], contractIds: readonly string[]) => {
  const party = mostly(fc.constantFrom(...parties));
  const create = fc
    .record({ issuer: party, owner: party, amount: fc.constantFrom("1", "2.5", 3, "-1") })
    .map((fields) => ({
      CreateCommand: {
        templateId: "#iou:Iou:Iou",
        createArguments: { ...fields, watchers: [] },
      },
    }));
  const exercise = fc
    .record({
      contractId: mostly(fc.constantFrom(...contractIds), 9),
      choice: fc.constantFrom("Inspect", "Inspect", "Archive", "Nothing"),
    })
    .map((fields) => ({
      ExerciseCommand: { templateId: "#iou:Iou:Iou", choiceArgument: {}, ...fields },
    }));
  const exerciseByKey = fc
    .record({ owner: party, name: fc.constantFrom("", "", "x") })
    .map((contractKey) => ({
      ExerciseByKeyCommand: {
        templateId: "#iou:Iou:Counter",
        contractKey,
        choice: "Increment",
        choiceArgument: {},
      },
    }));
  return fc.array(mostly(fc.oneof(create, exercise, exerciseByKey)), {
    minLength: 1,
    maxLength: 2,
  });
};

const requests = ({ alice, bob, carol }: IouLedger, contractIds: readonly string[]) => {
  const everybody = [alice, bob, carol];
  return fc.record(
    {
      commands: mostly(commands(everybody, contractIds)),
      commandId: mostly(fc.constantFrom("a", "b")),
      actAs: mostly(fc.constantFrom(everybody, everybody, everybody, [bob], [])),
      readAs: mostly(fc.constantFrom([], [bob])),
      userId: mostly(fc.constant("ann")),
      synchronizerId: mostly(fc.constant("")),
      deduplicationPeriod: mostly(
        fc.constantFrom({ Empty: {} }, { DeduplicationDuration: { value: {} } }),
      ),
    },
    { requiredKeys: ["commands", "commandId", "actAs", "userId"] },
  );
};

describe("rejected submission", () => {
  it("changes nothing, except that it may add its completion to the log", async () => {
    const given = await iouLedger();
    const { ledger, alice, bob } = given;
    const setUp = await ledger.submit({
      actAs: alice,
      commands: [
        Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
        Counter.create({ owner: alice, name: "", count: 1 }),
      ],
    });
    await allocateParty(ledger, { partyIdHint: "__proto__" });
    const contractIds = [...setUp.created(Iou), ...setUp.created(Counter)].map(String);
    const snapshot = ledger.snapshot();
    const outcomes = { accepted: 0, completed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(requests(given, contractIds), { maxLength: 8 }), async (bodies) => {
        await ledger.revert(snapshot);
        for (const body of bodies) {
          const before = ledger.state;
          try {
            await submitAndWait(ledger, untyped(body));
            outcomes.accepted++;
          } catch (error) {
            if (!isLedgerError(error)) throw error;
            const { category, layer } = error.details;
            expect(category === "internal" && layer === undefined).to.equal(false);
            const after = lasting(ledger.state);
            for (const [part, value] of Object.entries(lasting(before))) {
              expect(after[part], part).to.equal(value);
            }
            const { completion, update } = ledger.state.log.get(before.ledgerEnd + 1) ?? {};
            expect(ledger.state === before).to.equal(completion === undefined);
            expect(update).to.equal(undefined);
            outcomes[completion === undefined ? "refused" : "completed"]++;
          }
        }
      }),
      { numRuns: runs(60) },
    );
    // Checks that every kind of outcome occurred.
    expect(Math.min(...Object.values(outcomes))).to.be.greaterThan(0);
  });
});
