import { expect } from "chai";
import fc from "fast-check";

import {
  activeContracts,
  type Offset,
  submitAndWaitForReassignment,
  type SynchronizerId,
} from "../../../lib/api.ts";
import {
  type Command,
  type ContractIdHex,
  isLedgerError,
  type Ledger,
  type PartyId,
} from "../../../lib/index.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { runs } from "../../support/properties.ts";
import {
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassignCommand,
} from "../../support/two-synchronizers.ts";

/** A reassignment or use of some of the contracts, which may fail. */
type Attempt =
  | {
      readonly kind: "unassign";
      readonly contracts: readonly number[];
      readonly from: number;
      readonly by: number;
    }
  | { readonly kind: "assign"; readonly reassignment: number; readonly by: number }
  | { readonly kind: "inspect"; readonly contracts: readonly number[] }
  | { readonly kind: "archive"; readonly contract: number };

/** Error codes that mean that another attempt came first. */
const expected = new Set([
  "INVALID_ARGUMENT",
  "UNASSIGNMENT_ACTIVENESS_CHECK_FAILED",
  "ASSIGNMENT_ALREADY_COMPLETED",
  "REASSIGNMENT_VALIDATION_FAILED",
  "UNKNOWN_CONTRACT_SYNCHRONIZERS",
  "AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED",
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  "CONTRACT_NOT_FOUND",
]);

/** Runs rounds one after the other; the attempts of a round run concurrently. Returns the outcomes. */
const run = async (
  world: TwoSynchronizers,
  ious: readonly ContractIdHex[],
  rounds: readonly (readonly Attempt[])[],
): Promise<readonly string[]> => {
  const outcomes: string[] = [];
  for (const attempts of rounds) {
    // Reassignments of earlier rounds; some are completed, others in flight.
    const reassignments = reassignmentsOn(world.ledger);
    const settled = await Promise.allSettled(
      attempts.map((attempt) => tryIt(world, ious, { attempt, reassignments })),
    );
    for (const [index, result] of settled.entries()) {
      const { kind = "" } = attempts[index] ?? {};
      if (result.status === "fulfilled") outcomes.push(`${kind} done`);
      else if (isLedgerError(result.reason)) outcomes.push(`${kind} ${result.reason.code}`);
      else throw result.reason;
    }
    world.ledger.clock.advance(20_000_000n);
  }
  return outcomes;
};

interface Known {
  readonly attempt: Attempt;
  readonly reassignments: readonly string[];
}

const tryIt = (
  { ledger, alice, bob, east, west }: TwoSynchronizers,
  ious: readonly ContractIdHex[],
  { attempt, reassignments }: Known,
): Promise<unknown> => {
  const iou = (index: number): ContractIdHex => ious[index % ious.length] ?? "";
  const party = (by: number): PartyId => (by === 0 ? alice : bob);
  switch (attempt.kind) {
    case "unassign": {
      const [source, target] = attempt.from === 0 ? [east, west] : [west, east];
      const ids = new Set(attempt.contracts.map(iou));
      const commands = [...ids].map((id) => unassignCommand(id, source, target));
      return submitAndWaitForReassignment(ledger, reassignmentBody(party(attempt.by), commands));
    }
    case "assign": {
      const id = reassignments[attempt.reassignment % reassignments.length] ?? "00ab";
      const target = targetOf(ledger, id) ?? west;
      const command = assignCommand(id, east, target);
      return submitAndWaitForReassignment(ledger, reassignmentBody(party(attempt.by), command));
    }
    case "inspect":
      return ledger.submit({ actAs: bob, commands: attempt.contracts.map(iou).map(inspect) });
    case "archive":
      return ledger.submit({ actAs: alice, commands: exercise(iou(attempt.contract), "Archive") });
  }
};

const exercise = (contractId: ContractIdHex, choice: string): Command => ({
  ExerciseCommand: { templateId: "#iou:Iou:Iou", contractId, choice, choiceArgument: {} },
});

const inspect = (contractId: ContractIdHex): Command => exercise(contractId, "Inspect");

const reassignmentsOn = (ledger: Ledger): readonly string[] => [
  ...new Set(movesOn(ledger).map(({ reassignmentId }) => reassignmentId)),
];

const targetOf = (ledger: Ledger, id: string): SynchronizerId | undefined =>
  movesOn(ledger).find(({ reassignmentId }) => reassignmentId === id)?.target;

const movesOn = (ledger: Ledger) =>
  Array.from(ledger.state.log.values()).flatMap(({ offset, update }) =>
    update?.kind === "reassignment" ? update.events.map((event) => ({ ...event, offset })) : [],
  );

/** The state of a contract: on a synchronizer, in flight to a target, or archived. */
type Place =
  | { readonly kind: "on" | "to"; readonly synchronizerId: string; readonly counter: number }
  | { readonly kind: "gone" };

/**
 * Returns the place of each contract according to the log. Checks that each reassignment and transaction is
 * consistent with the earlier ones.
 */
const placesByLog = (
  { ledger }: TwoSynchronizers,
  ious: readonly ContractIdHex[],
  until: Offset,
): ReadonlyMap<ContractIdHex, Place> => {
  const places = new Map<ContractIdHex, Place>();
  const wanted = new Set(ious);
  for (const [offset, { update }] of ledger.state.log.entries()) {
    if (offset > until) break;
    if (update?.kind === "transaction") {
      const { synchronizerId } = update;
      for (const node of update.transaction.nodes) {
        if (node.kind === "create" && wanted.has(node.contract.contractId)) {
          expect(places.has(node.contract.contractId)).to.equal(false);
          places.set(node.contract.contractId, { kind: "on", synchronizerId, counter: 0 });
        } else if (node.kind === "exercise") {
          expect(places.get(node.contractId)).to.deep.include({ kind: "on", synchronizerId });
          if (node.consuming) places.set(node.contractId, { kind: "gone" });
        }
      }
    } else if (update?.kind === "reassignment") {
      for (const event of update.events) {
        const { source, target, reassignmentCounter: counter } = event;
        if (event.kind === "unassigned") {
          expect(update.synchronizerId).to.equal(source);
          expect(places.get(event.contractId)).to.deep.equal({
            kind: "on",
            synchronizerId: source,
            counter: counter - 1,
          });
          places.set(event.contractId, { kind: "to", synchronizerId: target, counter });
        } else {
          const { contractId } = event.contract;
          expect(update.synchronizerId).to.equal(target);
          expect(places.get(contractId)).to.deep.equal({
            kind: "to",
            synchronizerId: target,
            counter,
          });
          places.set(contractId, { kind: "on", synchronizerId: target, counter });
        }
      }
    }
  }
  return places;
};

/** Returns the place of each contract according to activeContracts. Fails if a contract occurs twice. */
const placesShown = (
  { ledger, bob }: TwoSynchronizers,
  activeAtOffset: Offset,
): ReadonlyMap<ContractIdHex, Place> => {
  const places = new Map<ContractIdHex, Place>();
  const eventFormat = eventFormatJson([bob]);
  for (const { contractEntry } of activeContracts(ledger, { activeAtOffset, eventFormat })) {
    const [contractId, place]: readonly [ContractIdHex, Place] =
      "JsActiveContract" in contractEntry
        ? [
            contractEntry.JsActiveContract.createdEvent.contractId,
            {
              kind: "on",
              synchronizerId: contractEntry.JsActiveContract.synchronizerId,
              counter: contractEntry.JsActiveContract.reassignmentCounter,
            },
          ]
        : [
            contractEntry.JsIncompleteUnassigned.createdEvent.contractId,
            {
              kind: "to",
              synchronizerId: contractEntry.JsIncompleteUnassigned.unassignedEvent.target,
              counter: contractEntry.JsIncompleteUnassigned.unassignedEvent.reassignmentCounter,
            },
          ];
    expect(places.has(contractId)).to.equal(false);
    places.set(contractId, place);
  }
  return places;
};

/** Checks that each contract is in exactly one place at every offset, the one in the log. */
const checkPlaces = (world: TwoSynchronizers, ious: readonly ContractIdHex[]): void => {
  const { ledgerEnd } = world.ledger.state;
  for (let offset = 1; offset <= ledgerEnd; offset++) {
    const told = [...placesByLog(world, ious, offset)].filter(([, { kind }]) => kind !== "gone");
    expect(new Map(told), `at ${offset}`).to.deep.equal(placesShown(world, offset));
  }
};

const worldWith = async (count: number) => {
  const world = await twoSynchronizers();
  const ious: ContractIdHex[] = [];
  for (let index = 0; index < count; index++) {
    const synchronizerId = index % 2 === 0 ? world.east : world.west;
    ious.push(await issueIou(world, { synchronizerId }));
  }
  return { world, ious };
};

describe("contracts with concurrent reassignments and uses", () => {
  it("are in exactly one place, and none is lost or duplicated", async () => {
    const { world, ious } = await worldWith(4);
    const everything: readonly Attempt[] = [0, 1, 2, 3].flatMap((contract) => [
      { kind: "unassign", contracts: [contract], from: 0, by: 0 } as const,
      { kind: "unassign", contracts: [contract], from: 1, by: 1 } as const,
      { kind: "unassign", contracts: [contract, contract + 2], from: contract % 2, by: 1 } as const,
      { kind: "assign", reassignment: contract, by: 0 } as const,
      { kind: "assign", reassignment: contract, by: 1 } as const,
      { kind: "assign", reassignment: contract + 4, by: 1 } as const,
      { kind: "inspect", contracts: [contract] } as const,
      { kind: "inspect", contracts: [contract, contract + 1] } as const,
    ]);
    const rounds = Array.from({ length: 8 }, (_, round) => [
      ...everything.slice(round * 5),
      ...everything.slice(0, round * 5),
    ]);
    const last: Attempt = { kind: "archive", contract: 0 };
    const outcomes = await run(world, ious, [...rounds, [last, last, ...everything]]);
    const codes = new Set(outcomes.map((outcome) => outcome.split(" ")[1]));
    for (const done of ["unassign done", "assign done", "inspect done"]) {
      expect(outcomes).to.include(done);
    }
    expect([...codes].filter((code) => code !== "done" && !expected.has(code ?? ""))).to.deep.equal(
      [],
    );
    expect([...codes]).to.include.members([
      "UNASSIGNMENT_ACTIVENESS_CHECK_FAILED",
      "ASSIGNMENT_ALREADY_COMPLETED",
      "REASSIGNMENT_VALIDATION_FAILED",
      "LOCAL_VERDICT_INACTIVE_CONTRACTS",
      "UNKNOWN_CONTRACT_SYNCHRONIZERS",
    ]);
    checkPlaces(world, ious);
    const { offset } = completionsOn(world.ledger).at(-1) ?? {};
    expect(offset).to.equal(world.ledger.state.ledgerEnd);
  });

  const index = fc.nat({ max: 3 });
  const side = fc.nat({ max: 1 });
  const arbitraryAttempt: fc.Arbitrary<Attempt> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("unassign" as const),
        contracts: fc.array(index, { minLength: 1, maxLength: 3 }),
        from: side,
        by: side,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("assign" as const),
        reassignment: fc.nat({ max: 20 }),
        by: side,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("inspect" as const),
        contracts: fc.array(index, { minLength: 1, maxLength: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("archive" as const), contract: index }),
    },
  );

  it("are in exactly one place at every offset, for any schedule @property", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryAttempt, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
        async (rounds) => {
          const { world, ious } = await worldWith(4);
          const outcomes = await run(world, ious, rounds);
          for (const outcome of outcomes) {
            const [, code = ""] = outcome.split(" ");
            expect(code === "done" || expected.has(code), outcome).to.equal(true);
          }
          checkPlaces(world, ious);
        },
      ),
      { numRuns: runs(8) },
    );
  });
});
