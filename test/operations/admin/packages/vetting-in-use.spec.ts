import { expect } from "chai";

import { activeContracts, updateVettedPackages } from "../../../../lib/api.ts";
import type { Command } from "../../../../lib/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { eventFormatJson } from "../../../support/formats.ts";
import { iouLedger } from "../../../support/iou-ledger.ts";
import { Iou, iouPackage } from "../../../support/iou-package.ts";
import { untyped } from "../../../support/untyped.ts";

const { packageId } = iouPackage;
const minute = 60_000_000n;

const setUp = async () => {
  const { ledger, alice } = await iouLedger();
  const create = () =>
    ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: alice, amount: "1.0", watchers: [] }),
    });
  const change = (operation: string, bounds: object = {}) =>
    updateVettedPackages(
      ledger,
      untyped({
        changes: [
          { operation: { [operation]: { value: { packages: [{ packageId }], ...bounds } } } },
        ],
      }),
    );
  const refusal = async () => (await rejectionOf(create())).code;
  return { ledger, alice, create, change, refusal };
};

describe("package with bounds of vetting", () => {
  it("can be used from the start time on, and not at the end time", async () => {
    const { ledger, create, change, refusal } = await setUp();
    await change("Vet", {
      newValidFromInclusive: "2024-01-01T12:01:00Z",
      newValidUntilExclusive: "2024-01-01T12:02:00Z",
    });
    expect(await refusal()).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
    ledger.clock.advance(minute);
    await create();
    ledger.clock.advance(minute - 1n);
    await create();
    ledger.clock.advance(1n);
    expect(await refusal()).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
  });
});

describe("unvetted package", () => {
  it("leaves its contracts readable; they are usable after it is vetted again", async () => {
    const { ledger, alice, create, change, refusal } = await setUp();
    await create();
    await change("Unvet");
    const before = ledger.state;
    expect(await refusal()).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
    expect(ledger.state.contracts).to.equal(before.contracts);
    const request = {
      activeAtOffset: ledger.state.ledgerEnd,
      eventFormat: eventFormatJson([alice]),
    };
    expect([...activeContracts(ledger, request)]).to.have.length(1);
    await change("Vet");
    await create();
  });

  it("is reported as missing, in commands with its package id, on the synchronizer of the contracts or on every synchronizer", async () => {
    const { ledger, alice, create, change } = await setUp();
    const { transaction } = await create();
    const [event] = transaction.events;
    const contractId =
      event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
    await change("Unvet");
    const templateId = `${packageId}:Iou:Iou`;
    const archive = { templateId, contractId, choice: "Archive", choiceArgument: {} };
    const createArguments = { issuer: alice, owner: alice, amount: "1", watchers: [] };
    const commands: readonly (readonly [string, Command])[] = [
      ["INVALID_PRESCRIBED_SYNCHRONIZER_ID", { ExerciseCommand: archive }],
      ["NO_SYNCHRONIZER_FOR_SUBMISSION", { CreateCommand: { templateId, createArguments } }],
    ];
    for (const [code, command] of commands) {
      const refused = ledger.submit({ actAs: alice, commands: command });
      expect((await rejectionOf(refused)).code).to.equal(code);
    }
  });
});
