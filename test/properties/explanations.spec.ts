import { expect } from "chai";
import fc from "fast-check";

import { type EventExplanation, updateById } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import type { CreateNode, ExerciseNode, Node } from "../../lib/store.ts";
import { cellHistories, cellLedger } from "../support/cells.ts";
import { errorOf } from "../support/error-of.ts";
import { eventFormatJson } from "../support/formats.ts";
import { runs } from "../support/properties.ts";
import { issueIou, twoSynchronizers, unassign } from "../support/two-synchronizers.ts";
import { transactionsOf } from "../support/visibility-oracle.ts";

const shapes = {
  ledgerEffects: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  acsDelta: "TRANSACTION_SHAPE_ACS_DELTA",
} as const;

/** Returns the nodes of an update that the API returns to a party. */
const shownNodes = (
  ledger: Ledger,
  { updateId, party, shape }: { updateId: string; party: string; shape: keyof typeof shapes },
): readonly number[] => {
  const eventFormat = eventFormatJson([party]);
  const transactionShape = shapes[shape];
  const updateFormat = {
    includeTransactions: { eventFormat, transactionShape },
    includeReassignments: eventFormat,
  };
  try {
    const { update } = updateById(ledger, { updateId, updateFormat });
    if ("Reassignment" in update) {
      return update.Reassignment.value.events.map((event) =>
        "JsUnassignedEvent" in event
          ? event.JsUnassignedEvent.value.nodeId
          : event.JsAssignmentEvent.createdEvent.nodeId,
      );
    }
    if (!("Transaction" in update)) return expect.fail("neither transaction nor reassignment");
    return update.Transaction.value.events.map(
      (event) => (Object.values(event)[0] as { readonly nodeId: number }).nodeId,
    );
  } catch (error) {
    expect(error).to.have.property("code", "UPDATE_NOT_FOUND");
    return [];
  }
};

const nodesShown = (
  events: readonly EventExplanation[],
  isShown: (event: EventExplanation) => boolean,
): readonly number[] => events.filter(isShown).map(({ nodeId }) => nodeId);

/** Patterns of the explanation's sentences, from which the test recomputes what the party sees. */
const inWords = {
  ledgerEffects: ({ text }: EventExplanation): boolean => / sees it[ ,]/.test(text),
  acsDelta: ({ text }: EventExplanation): boolean =>
    / sees it[ ,]/.test(text) && !text.includes("It is not in the ACS delta"),
};

type Step = CreateNode | ExerciseNode;

const membersOf: Readonly<Record<string, (step: Step) => readonly string[]>> = {
  signatory: (step) => (step.kind === "create" ? step.contract : step).signatories,
  observer: (step) => (step.kind === "create" ? step.contract.observers : step.stakeholders),
  controller: (step) => (step.kind === "create" ? [] : step.actingParties),
  "choice observer": (step) => (step.kind === "create" ? [] : step.choiceObservers),
};

/** Expects that the party has the role that the text names, in the event itself or an ancestor of it. */
const expectRoles = (text: string, event: Step, nodes: readonly Node[], party: string): void => {
  const told = / sees it as ([a-z ]+?)(?: of \w+ at node (\d+), which led to it)?\./.exec(text);
  if (told === null) return;
  const step = told[2] === undefined ? event : nodes[Number(told[2])];
  if (step?.kind !== "create" && step?.kind !== "exercise") return expect.fail(text);
  if (step !== event) {
    const last = step.kind === "exercise" ? step.lastDescendantNodeId : -1;
    expect(event.nodeId).to.be.within(step.nodeId + 1, last);
  }
  for (const role of told[1]?.split(" and ") ?? []) {
    expect(membersOf[role]?.(step), text).to.include(party);
  }
};

describe("explanation of an update, for one party", () => {
  it("states exactly the events that the party sees @property", async () => {
    let pairs = 0;
    await fc.assert(
      fc.asyncProperty(cellHistories, async (history) => {
        const { ledger, parties } = await cellLedger(history);
        for (const { updateId, offset, transaction } of transactionsOf(ledger.state)) {
          for (const party of parties) {
            const explained = ledger.explain(updateId, party);
            expect(explained).to.include({ updateId, offset, kind: "transaction", party });
            for (const shape of ["ledgerEffects", "acsDelta"] as const) {
              const shown = shownNodes(ledger, { updateId, party, shape });
              expect(nodesShown(explained.events, inWords[shape])).to.deep.equal(shown);
              expect(nodesShown(explained.events, (event) => event.shown[shape])).to.deep.equal(
                shown,
              );
            }
            for (const { nodeId, text } of explained.events) {
              const node = transaction.nodes[nodeId];
              if (node?.kind === "create" || node?.kind === "exercise") {
                expectRoles(text, node, transaction.nodes, party);
              } else {
                expect.fail(`no event at node ${nodeId}`);
              }
            }
            pairs += 1;
          }
        }
      }),
      { numRuns: runs(15) },
    );
    expect(pairs).to.be.at.least(runs(200));
  });

  it("names the stakeholders as the parties that see a reassignment", async () => {
    const two = await twoSynchronizers();
    const { ledger, alice, carol } = two;
    await unassign(two, alice, await issueIou(two));
    const updateId = ledger.state.log.get(ledger.state.ledgerEnd)?.update?.updateId ?? "";
    const seen = ledger.explain(updateId, alice);
    expect(seen.kind).to.equal("reassignment");
    expect(seen.events.map(({ kind, text }) => [kind, text])).to.deep.equal([
      ["unassigned", "alice sees it as stakeholder of the contract."],
    ]);
    expect(shownNodes(ledger, { updateId, party: alice, shape: "acsDelta" })).to.deep.equal([0]);
    const [unseen] = ledger.explain(updateId, carol).events;
    expect(unseen?.text).to.equal(
      "carol does not see it, because it is not a stakeholder of the contract.",
    );
    expect(shownNodes(ledger, { updateId, party: carol, shape: "acsDelta" })).to.deep.equal([]);
  });

  it("is refused for unknown parties and updates", async () => {
    const { ledger, alice } = await twoSynchronizers();
    const nobody = errorOf(() => ledger.explain(`1220${"0".repeat(64)}`, "alice"));
    expect(nobody.code).to.equal("INVALID_ARGUMENT");
    expect(nobody.cause).to.include(`such as ${alice}`);
    const none = errorOf(() => ledger.explain(`1220${"0".repeat(64)}`, alice));
    expect(none.code).to.equal("UPDATE_NOT_FOUND");
    const noId = errorOf(() => ledger.explain("update 1", alice));
    expect(noId.code).to.equal("INVALID_ARGUMENT");
  });
});
