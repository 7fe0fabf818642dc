import { expect } from "chai";

import { submitAndWait, submitAndWaitForTransaction } from "../../../lib/api.ts";
import type { ContractId } from "../../../lib/index.ts";
import { alteredBlob, encodedBlobOf } from "../../support/blobs.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("disclosed contracts", () => {
  let given: IouLedger;
  let iou: ContractId<"Iou:Iou">;
  let blob: string;

  beforeEach(async () => {
    given = await iouLedger();
    const { ledger, alice, bob } = given;
    const { transaction } = await submitAndWaitForTransaction(ledger, {
      commands: commandsBody(
        alice,
        Iou.create({ issuer: alice, owner: bob, amount: "5", watchers: [] }),
      ),
      transactionFormat: {
        eventFormat: {
          filtersByParty: {
            [alice]: {
              cumulative: [
                {
                  identifierFilter: {
                    WildcardFilter: { value: { includeCreatedEventBlob: true } },
                  },
                },
              ],
            },
          },
        },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    });
    const [event] = transaction.events;
    if (event === undefined || !("CreatedEvent" in event)) return expect.fail("no created event");
    iou = Iou.contractId(event.CreatedEvent.contractId);
    blob = event.CreatedEvent.createdEventBlob;
  });

  /** Exercises a choice as Carol, who is not a stakeholder. */
  const tellCarol = (disclosedContracts: unknown, fields: Fields = {}) =>
    submitAndWait(
      given.ledger,
      commandsBody(given.carol, iou.exercise(Iou.Tell, { listener: given.carol }), {
        disclosedContracts,
        ...fields,
      }),
    );

  const refusalOf = async (disclosedContracts: unknown, fields: Fields = {}) => {
    const before = given.ledger.state;
    const error = await rejectionOf(tellCarol(disclosedContracts, fields));
    expect(given.ledger.state).to.equal(before);
    return error;
  };

  /** Returns the blob of the same contract with a change. */
  const altered = (change: Parameters<typeof alteredBlob>[1]) => alteredBlob(blob, change);

  it("C.12+ can be used by a party that could not see them", async () => {
    expect((await refusalOf([])).code).to.equal("CONTRACT_NOT_FOUND");
    expect(await tellCarol([{ createdEventBlob: blob }])).to.have.property("updateId");
  });

  it("are accepted with contract id, template and synchronizer next to the blob", async () => {
    const disclosed = {
      createdEventBlob: blob,
      contractId: iou.contractId,
      templateId: `${iouPackage.packageId}:Iou:Iou`,
      synchronizerId: given.ledger.state.synchronizers[0]?.id,
    };
    expect(await tellCarol([disclosed])).to.have.property("updateId");
  });

  it("make contracts visible, but give no authority", async () => {
    const { ledger, carol } = given;
    const error = await rejectionOf(
      submitAndWait(
        ledger,
        commandsBody(carol, iou.exercise(Iou.Inspect), {
          disclosedContracts: [{ createdEventBlob: blob }],
        }),
      ),
    );
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("must still be active; otherwise the completion reports it", async () => {
    const { ledger, alice } = given;
    await ledger.submit({ actAs: alice, commands: iou.exercise(Iou.Archive) });
    const error = await rejectionOf(tellCarol([{ createdEventBlob: blob }]));
    expect(error.code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect(error.resources).to.deep.equal([["CONTRACT_ID", iou.contractId]]);
    expect(completionsOn(ledger).at(-1)?.outcome.kind).to.equal("rejected");
  });

  it("may be inactive if no command uses them", async () => {
    const { ledger, alice, bob, carol } = given;
    await ledger.submit({ actAs: alice, commands: iou.exercise(Iou.Archive) });
    const commands = Iou.create({ issuer: carol, owner: bob, amount: "1", watchers: [] });
    const body = commandsBody(carol, commands, {
      disclosedContracts: [{ createdEventBlob: blob }],
    });
    expect(await submitAndWait(ledger, body)).to.have.property("updateId");
  });

  it("must have been created on this ledger", async () => {
    const other = await iouLedger({ seed: 2 });
    const error = await rejectionOf(
      submitAndWait(
        other.ledger,
        commandsBody(other.carol, iou.exercise(Iou.Tell, { listener: other.carol }), {
          disclosedContracts: [{ createdEventBlob: blob }],
        }),
      ),
    );
    expect(error.code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("are found by their key", async () => {
    const { ledger, alice, bob } = given;
    const key = { owner: alice, name: "x" };
    const created = await ledger.submit({
      actAs: alice,
      commands: Counter.create({ ...key, count: 1 }),
    });
    const [counter] = created.created(Counter);
    const contract = ledger.state.contracts.get(counter?.contractId ?? "")?.contract;
    if (contract === undefined) return expect.fail("no contract");
    const error = await rejectionOf(
      submitAndWait(
        ledger,
        commandsBody(bob, Counter.exerciseByKey(key, Counter.Increment), {
          disclosedContracts: [{ createdEventBlob: encodedBlobOf(contract) }],
        }),
      ),
    );
    // The contract was found: only the authority of its owner is missing.
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  describe("altered disclosed contracts", () => {
    for (const [what, change] of [
      ["argument", () => ({ argument: { kind: "record", fields: [] } })],
      ["list of signatories", () => ({ signatories: [given.carol] })],
      ["list of observers", () => ({ observers: [given.carol] })],
      ["creation time", () => ({ createdAt: 0n })],
      ["salt", () => ({ salt: new Uint8Array(32) })],
      ["package name", () => ({ packageName: "uoi" })],
      ["contract id", () => ({ contractId: iou.contractId.replace(/.$/, "0") })],
    ] as const) {
      it(`C.12- are refused with a changed ${what}`, async () => {
        const createdEventBlob = altered(change);
        if (createdEventBlob === blob) return expect.fail("nothing was altered");
        expect((await refusalOf([{ createdEventBlob }])).code).to.equal(
          "INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED",
        );
      });
    }
  });

  describe("checks of disclosed contracts", () => {
    for (const [what, disclosed, code] of [
      ["a missing blob", {}, "MISSING_FIELD"],
      ["an empty blob", { createdEventBlob: "" }, "MISSING_FIELD"],
      ["a blob that is not Base64", { createdEventBlob: "?" }, "INVALID_ARGUMENT"],
      ["an invalid blob", { createdEventBlob: "AAAA" }, "INVALID_ARGUMENT"],
    ] as const) {
      it(`refuse ${what}`, async () => {
        const error = await refusalOf([disclosed]);
        expect(error).to.include({ code, path: "disclosedContracts[0].createdEventBlob" });
      });
    }

    it("report a missing blob as a participant does", async () => {
      const { context } = await refusalOf([{ createdEventBlob: "" }]);
      expect(context).to.include({ field_name: "DisclosedContract.createdEventBlob" });
    });

    it("refuse a contract id that differs from the blob's", async () => {
      const contractId = iou.contractId.replace(/^00../, "00ff");
      const error = await refusalOf([{ createdEventBlob: blob, contractId }]);
      expect(error).to.include({
        code: "INVALID_ARGUMENT",
        path: "disclosedContracts[0].contractId",
      });
    });

    it("refuse a template that differs from the blob's", async () => {
      const templateId = `${iouPackage.packageId}:Iou:Counter`;
      const error = await refusalOf([{ createdEventBlob: blob, templateId }]);
      expect(error).to.include({
        code: "INVALID_ARGUMENT",
        path: "disclosedContracts[0].templateId",
      });
    });

    it("accept the same contract twice, and a blob without padding", async () => {
      const unpadded = blob.replace(/=+$/u, "");
      const disclosed = [{ createdEventBlob: blob }, { createdEventBlob: unpadded }];
      expect(await tellCarol(disclosed)).to.have.property("updateId");
    });

    it("refuse the same contract twice with API version 3.4", async () => {
      given = await iouLedger({ apiVersion: "3.4" });
      const error = await refusalOf([{ createdEventBlob: blob }, { createdEventBlob: blob }]);
      expect(error).to.include({ code: "INVALID_ARGUMENT", path: "disclosedContracts[1]" });
      expect(error.cause).to.include(iou.contractId);
    });

    it("refuse a template by package name, and a malformed contract id", async () => {
      for (const [field, text] of [
        ["templateId", Iou.reference],
        ["contractId", "x"],
      ] as const) {
        const error = await refusalOf([{ createdEventBlob: blob, [field]: text }]);
        expect(error).to.include({ code: "INVALID_FIELD", path: `disclosedContracts[0].${field}` });
      }
    });

    it("refuse two payloads of one contract", async () => {
      const other = altered(() => ({ observers: [given.carol] }));
      const error = await refusalOf([{ createdEventBlob: blob }, { createdEventBlob: other }]);
      expect(error.code).to.equal("DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS");
    });

    it("refuse contracts on different synchronizers", async () => {
      const { ledger, alice, bob } = given;
      const created = await ledger.submit({
        actAs: alice,
        commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
      });
      const [another] = created.created(Iou);
      const contract = ledger.state.contracts.get(another?.contractId ?? "")?.contract;
      if (contract === undefined) return expect.fail("no contract");
      const error = await refusalOf([
        { createdEventBlob: blob, synchronizerId: "a::1220aa" },
        { createdEventBlob: encodedBlobOf(contract), synchronizerId: "b::1220bb" },
      ]);
      expect(error.code).to.equal("DISCLOSED_CONTRACTS_SYNCHRONIZER_ID_MISMATCH");
    });

    it("refuse contracts on another synchronizer than prescribed", async () => {
      const synchronizerId = given.ledger.state.synchronizers[0]?.id;
      const error = await refusalOf([{ createdEventBlob: blob, synchronizerId: "other::1220aa" }], {
        synchronizerId,
      });
      expect(error.code).to.equal("PRESCRIBED_SYNCHRONIZER_ID_MISMATCH");
    });

    it("refuse contracts on a synchronizer that is not connected", async () => {
      const error = await refusalOf([{ createdEventBlob: blob, synchronizerId: "other::1220aa" }]);
      expect(error.code).to.equal("INVALID_PRESCRIBED_SYNCHRONIZER_ID");
    });
  });
});
