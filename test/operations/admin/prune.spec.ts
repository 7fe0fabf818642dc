import { expect } from "chai";

import {
  activeContracts,
  anonymousCaller,
  latestPrunedOffsets,
  prune,
  updateByOffset,
  updates,
} from "../../../lib/api.ts";
import { administratorOf, participantAdmin } from "../../support/callers.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

/** Creates a ledger with an archived and an active IOU, and returns the offset between their creation. */
const setUp = async () => {
  const { ledger, alice } = await iouLedger();
  const iou = Iou.create({ issuer: alice, owner: alice, amount: "1.0", watchers: [] });
  const submit = () => ledger.submit({ actAs: [alice], commands: [iou] });
  await submit();
  const between = ledger.state.ledgerEnd;
  await submit();
  return { ledger, alice, between };
};

describe("prune", () => {
  it("has the same effect as the method of the ledger", async () => {
    const { ledger, between } = await setUp();
    await ledger.prune(between);
    expect(latestPrunedOffsets(ledger).participantPrunedUpToInclusive).to.equal(between);
  });

  it("deletes updates and keeps active contracts", async () => {
    const { ledger, alice, between } = await setUp();
    await prune(ledger, between, participantAdmin);
    expect(latestPrunedOffsets(ledger).participantPrunedUpToInclusive).to.equal(between);
    const eventFormat = eventFormatJson([alice]);
    const updateFormat = {
      includeTransactions: {
        eventFormat,
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
      },
    };
    const gone = { offset: between, updateFormat };
    expect(errorOf(() => updateByOffset(ledger, gone)).code).to.equal("UPDATE_NOT_FOUND");
    updateByOffset(ledger, { offset: between + 1, updateFormat });
    const active = activeContracts(ledger, {
      activeAtOffset: ledger.state.ledgerEnd,
      eventFormat,
    });
    expect([...active]).to.have.length(2);
  });

  it("fails exactly those requests that need pruned data", async () => {
    const { ledger, alice, between } = await setUp();
    await prune(ledger, between);
    const range = (beginExclusive: number) => () =>
      updates(ledger, {
        beginExclusive,
        endInclusive: ledger.state.ledgerEnd,
        updateFormat: { includeReassignments: eventFormatJson([alice]) },
      });
    expect(errorOf(range(between - 1)).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    range(between)();
    const eventFormat = eventFormatJson([alice]);
    const snapshot = (activeAtOffset: number) => () =>
      activeContracts(ledger, { activeAtOffset, eventFormat });
    expect(errorOf(snapshot(between - 1)).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    snapshot(between)();
  });

  it("changes nothing for an offset that is already pruned", async () => {
    const { ledger, between } = await setUp();
    await prune(ledger, between);
    const before = ledger.state;
    await prune(ledger, between);
    await prune(ledger, 1);
    expect(ledger.state).to.equal(before);
  });

  it("refuses offsets that are not on the ledger", async () => {
    const { ledger } = await setUp();
    for (const offset of [0, -1, 1.5, Number.NaN]) {
      expect((await rejectionOf(prune(ledger, offset))).code).to.equal("NON_POSITIVE_OFFSET");
    }
    const late = await rejectionOf(prune(ledger, ledger.state.ledgerEnd + 1));
    expect(late.code).to.equal("OFFSET_AFTER_LEDGER_END");
  });

  it("is allowed only for participant administrators", async () => {
    const { ledger } = await setUp();
    const denied = await rejectionOf(prune(ledger, 1, administratorOf("one")));
    expect(denied.code).to.equal("PERMISSION_DENIED");
    const none = await rejectionOf(prune(ledger, 1, anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });
});
