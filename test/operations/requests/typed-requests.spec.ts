import { expect } from "chai";

import {
  activeContractsPage,
  createUser,
  grantUserRights,
  type RightKindInput,
  submitAndWait,
  submitAndWaitForTransaction,
  type TransactionFormatInput,
  updateById,
} from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";

const eventFormat = {};
const rights = (kind: RightKindInput) => ({ userId: "ann", rights: [{ kind }] });
const shown = (format: TransactionFormatInput) => ({ includeTransactions: format });

/** Code that the compiler must refuse; `npm run lint` checks it. */
export const refusedByTheCompiler = (ledger: Ledger): readonly (() => unknown)[] => [
  // @ts-expect-error -- a field that is misspelt
  () => updateById(ledger, { updateid: "", updateFormat: {} }),
  // @ts-expect-error -- a field that is missing
  () => updateById(ledger, { updateId: "" }),
  // @ts-expect-error -- an unknown shape
  () => shown({ eventFormat, transactionShape: "ACS_DELTA" }),
  // @ts-expect-error -- an unknown right
  () => rights({ CanWriteAs: { value: { party: "" } } }),
  // @ts-expect-error -- commands without a command id
  () => submitAndWait(ledger, { commands: [], actAs: [] }),
  // @ts-expect-error -- a page size as text
  () => activeContractsPage(ledger, { eventFormat, maxPageSize: "10" }),
];

describe("requests of programs", () => {
  it("are type-checked, and read like requests over HTTP", async () => {
    const { ledger, alice } = await iouLedger();
    const eventFormat = { filtersByParty: { [alice]: {} } };
    await createUser(ledger, { user: { id: "ann", primaryParty: alice } });
    const rights = [{ kind: { CanActAs: { value: { party: alice } } } }];
    const { newlyGrantedRights } = await grantUserRights(ledger, { userId: "ann", rights });
    expect(newlyGrantedRights).to.deep.equal(rights);
    const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    const { transaction } = await submitAndWaitForTransaction(ledger, {
      commands: {
        commands: [{ CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } }],
        commandId: "issue",
        actAs: [alice],
        userId: "ann",
      },
      transactionFormat: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
    });
    const { activeContracts } = activeContractsPage(ledger, { eventFormat, maxPageSize: 10 });
    expect(activeContracts).to.have.length(1);
    const { updateId } = transaction;
    const { update } = updateById(ledger, {
      updateId,
      updateFormat: {
        includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" },
      },
    });
    expect(update).to.have.nested.property("Transaction.value.updateId", updateId);
  });
});
