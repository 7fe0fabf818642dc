import { expect } from "chai";

import {
  createChangeIdKey,
  findAcceptedCompletion,
} from "../../../lib/ledger/state/accepted-completions.ts";
import type { JournalEvent } from "../../../lib/store.ts";
import {
  committedEvent,
  contractOf,
  east,
  rejectedEvent,
  stateAfter,
  submissionAt,
  unassignedEvent,
  west,
} from "../../support/journal-events.ts";
import { create } from "../../support/transactions.ts";

const iou = contractOf("iou");

describe("update log", () => {
  it("stores an update and the completion of its command at one offset", () => {
    const { log, ledgerEnd, updateOffsets } = stateAfter(committedEvent(3, create(iou)));
    const entry = log.get(3);
    expect(entry?.update?.kind).to.equal("transaction");
    expect(entry?.completion?.outcome.kind).to.equal("accepted");
    expect(ledgerEnd).to.equal(3);
    expect(updateOffsets.get(entry?.update?.updateId ?? "")).to.equal(3);
  });

  it("stores a rejection at its own offset", () => {
    const { log, ledgerEnd, updateOffsets } = stateAfter(rejectedEvent(2));
    expect(log.get(2)?.completion?.outcome.kind).to.equal("rejected");
    expect(log.get(2)).to.not.have.property("update");
    expect(ledgerEnd).to.equal(2);
    expect(updateOffsets.size).to.equal(0);
  });

  it("stores updates without a command", () => {
    const { log } = stateAfter(committedEvent(1, create(iou)), unassignedEvent(2, "00aa", iou));
    expect(log.get(2)?.update?.kind).to.equal("reassignment");
    expect(log.get(2)).to.not.have.property("completion");
  });

  it("advances the record time of the update's synchronizer, and never moves it back", () => {
    const times = (...events: readonly JournalEvent[]) =>
      new Map(stateAfter(...events).synchronizers.map(({ id, recordTime }) => [id, recordTime]));
    const begin = times().get(east);
    expect(times(committedEvent(5))).to.deep.equal(
      new Map([
        [east, 5000n],
        [west, begin],
      ]),
    );
    expect(times(committedEvent(5), committedEvent(4)).get(east)).to.equal(5000n);
    expect(times(rejectedEvent(7)).get(east)).to.equal(7000n);
  });

  it("records the latest accepted command of each change id, and no rejection", () => {
    const submission = submissionAt(1);
    const { acceptedChanges } = stateAfter(
      committedEvent(1, create(iou)),
      rejectedEvent(2, submission),
    );
    const accepted = findAcceptedCompletion(acceptedChanges, submission);
    expect(accepted?.offset).to.equal(1);
    expect(accepted?.submission.submissionId).to.equal("submission");
    expect(accepted?.recordTime).to.equal(1000n);
    expect(acceptedChanges.size).to.equal(1);
  });
});

describe("change key", () => {
  it("is equal for equal user, acting parties and command id, even if other fields differ", () => {
    const submission = { userId: "u", commandId: "c", actAs: ["a", "b"] };
    const more = { ...submission, submissionId: "s", workflowId: "w" };
    expect(createChangeIdKey(more)).to.equal(createChangeIdKey(submission));
  });

  it("is different if any of the three differs", () => {
    const keys = [
      { userId: "u", commandId: "c", actAs: ["a", "b"] },
      { userId: "u", commandId: "c", actAs: ["a"] },
      { userId: "u", commandId: "b c", actAs: ["a"] },
      { userId: "v", commandId: "c", actAs: ["a"] },
      { userId: "u", commandId: "", actAs: ["a", "c"] },
      { userId: "u", commandId: "a", actAs: ["c"] },
      { userId: "u/a", commandId: "c", actAs: [] },
    ].map(createChangeIdKey);
    expect(new Set(keys).size).to.equal(keys.length);
  });
});
