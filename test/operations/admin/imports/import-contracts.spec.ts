import { expect } from "chai";
import * as fc from "fast-check";

import { importContracts, listParties, updates } from "../../../../lib/api.ts";
import { createLedger } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { activePage, eventfulLedger, ledgerLike } from "../../../support/copied-ledger.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { eventFormatJson } from "../../../support/formats.ts";
import { iouPackage } from "../../../support/iou-package.ts";
import { runs } from "../../../support/properties.ts";
import { assign } from "../../../support/two-synchronizers.ts";

const copied = async () => {
  const setting = await eventfulLedger();
  const { ledger, alice, bob, carol } = setting;
  const parties = [alice, bob, carol];
  const page = activePage(ledger, parties);
  const copy = await ledgerLike(ledger);
  const { activeContracts, activeAtOffset } = page;
  const outcome = await importContracts(copy, { activeContracts, atOffset: activeAtOffset });
  return { setting, parties, page, copy, outcome };
};

describe("importContracts", () => {
  it("copies a ledger so that activeContracts returns the same JSON for any parties", async () => {
    const { setting, parties, page, copy, outcome } = await copied();
    expect(outcome).to.deep.equal({ imported: page.activeContracts.length, problems: [] });
    expect(JSON.stringify(page)).to.include("JsIncompleteUnassigned");
    fc.assert(
      fc.property(fc.subarray(parties, { minLength: 1 }), (seen) => {
        expect(JSON.stringify(activePage(copy, seen))).to.equal(
          JSON.stringify(activePage(setting.ledger, seen)),
        );
      }),
    );
  });

  it("ends at the source's offset, is pruned up to it, and continues with the next offset", async () => {
    const { setting, copy } = await copied();
    const { ledger, alice, bob } = setting;
    expect(copy.state.ledgerEnd).to.equal(ledger.state.ledgerEnd);
    const error = errorOf(() =>
      updates(copy, {
        beginExclusive: 1,
        updateFormat: {
          includeTransactions: {
            eventFormat: eventFormatJson([alice]),
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          },
        },
      }),
    );
    expect(error.code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    const { offset } = await copy.submit({
      actAs: alice,
      synchronizerId: setting.east,
      commands: [
        {
          CreateCommand: {
            templateId: "#iou:Iou:Iou",
            createArguments: { issuer: alice, owner: bob, amount: "1", watchers: [] },
          },
        },
      ],
    });
    expect(offset).to.equal(ledger.state.ledgerEnd + 1);
  });

  it("imports usable active contracts, and unassigned contracts that can be assigned", async () => {
    const { setting, copy } = await copied();
    const { alice, bob } = setting;
    const [active] = copy.contracts("#iou:Iou:Iou", { as: bob });
    await copy.submit({
      actAs: bob,
      commands: [
        {
          ExerciseCommand: {
            templateId: "#iou:Iou:Iou",
            contractId: active?.contractId ?? "",
            choice: "Transfer",
            choiceArgument: { newOwner: alice },
          },
        },
      ],
    });
    const before = copy.contracts("#iou:Iou:Iou").length;
    const [reassignmentId = ""] = copy.state.inFlight.keys();
    await assign({ ...setting, ledger: copy }, alice, reassignmentId);
    expect(copy.contracts("#iou:Iou:Iou")).to.have.length(before + 2);
    expect(copy.state.inFlight.size).to.equal(0);
  });

  it("assigns new offsets on a ledger with updates, and keeps all other fields", async () => {
    const { setting, parties, page } = await copied();
    const other = await ledgerLike(setting.ledger);
    const { activeContracts } = page;
    await importContracts(other, { activeContracts: activeContracts.slice(0, 2) });
    const { imported, problems } = await importContracts(other, { activeContracts });
    expect(imported).to.equal(activeContracts.length - 2);
    expect(problems.map(({ kind }) => kind)).to.deep.equal(["alreadyKnown", "alreadyKnown"]);
    const withoutPlace = (text: string) => text.replace(/"(offset|activeAtOffset)":\d+/gu, "");
    expect(withoutPlace(JSON.stringify(activePage(other, parties)))).to.equal(
      withoutPlace(JSON.stringify(page)),
    );
  });

  it("hosts the stakeholders of any namespace on the participant", async () => {
    const { parties, copy } = await copied();
    const { partyDetails } = listParties(copy, {});
    const known = partyDetails.filter(({ party }) => parties.includes(party));
    expect(known.map(({ isLocal }) => isLocal)).to.deep.equal([true, true, true]);
  });

  it("reports each contract that cannot be imported, with the reason", async () => {
    const { setting, page } = await copied();
    const unlike = await createLedger({
      packages: [iouPackage],
      synchronizers: [{ alias: "east", id: setting.east }],
    });
    const [, ...others] = page.activeContracts;
    const withBlob = (blob: string) => ({
      contractEntry: JSON.parse(
        JSON.stringify(others.at(-1)?.contractEntry).replace(
          /"createdEventBlob":"[^"]*"/u,
          `"createdEventBlob":"${blob}"`,
        ),
      ) as unknown,
    });
    const { imported, problems } = await importContracts(unlike, {
      activeContracts: [...others, withBlob(""), withBlob("AAAA")],
    });
    expect(imported).to.be.greaterThan(0);
    expect([...new Set(problems.map(({ kind }) => kind))].sort()).to.deep.equal([
      "unknownSynchronizer",
      "unknownTemplate",
      "unreadable",
    ]);
  });

  it("refuses all contracts and writes nothing if strict and one contract cannot be imported", async () => {
    const { setting, page } = await copied();
    const copy = await ledgerLike(setting.ledger, { packages: [iouPackage] });
    const { position } = copy.state;
    const request = { activeContracts: page.activeContracts, strict: true };
    const error = await rejectionOf(importContracts(copy, request));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    expect(error.cause).to.include("No known package has the template");
    expect(copy.state.position).to.equal(position);
  });

  it("refuses a blob with any changed byte @property", async () => {
    const { setting, page } = await copied();
    const copy = await ledgerLike(setting.ledger);
    const { position } = copy.state;
    const [item] = page.activeContracts;
    const entry = item?.contractEntry ?? expect.fail();
    const blob = /"createdEventBlob":"([^"]*)"/u.exec(JSON.stringify(entry))?.[1] ?? "";
    const bytes = Buffer.from(blob, "base64");
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (index, change) => {
          const altered = Buffer.from(bytes);
          altered[index] = (altered[index] ?? 0) ^ change;
          const text = JSON.stringify(entry).replaceAll(blob, altered.toString("base64"));
          const contractEntry = JSON.parse(text) as unknown;
          const { imported, problems } = await importContracts(copy, {
            activeContracts: [{ contractEntry }],
          });
          expect(imported, JSON.stringify(problems)).to.equal(0);
          expect(problems).to.have.length(1);
          expect(copy.state.position).to.equal(position);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it("refuses invalid offsets, invalid items, and callers who are not administrators", async () => {
    const { setting, page, copy } = await copied();
    const { activeContracts } = page;
    const code = async (...asked: Parameters<typeof importContracts>) =>
      (await rejectionOf(importContracts(...asked))).code;
    const fresh = () => ledgerLike(setting.ledger);
    expect(await code(copy, { activeContracts, atOffset: 99 })).to.equal("INVALID_ARGUMENT");
    expect(await code(await fresh(), { activeContracts, atOffset: 3 })).to.equal(
      "INVALID_ARGUMENT",
    );
    expect(await code(await fresh(), { activeContracts, atOffset: 0 })).to.equal(
      "INVALID_ARGUMENT",
    );
    const nothing = { activeContracts: [{ contractEntry: 7 }] };
    expect(await code(await fresh(), nothing)).to.equal("INVALID_ARGUMENT");
    expect(await code(await fresh(), { activeContracts }, userCaller("ann"))).to.equal(
      "PERMISSION_DENIED",
    );
  });
});
