import { expect } from "chai";

import type { Type } from "../../../lib/api.ts";
import type { Value } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import {
  contractOnLedger,
  createContract,
  exerciseOf,
  note,
  openTransaction,
  runExercise,
} from "../../support/open-transaction.ts";
import { list, text, unit } from "../../support/values.ts";

const deed = contractOnLedger();
const open = () => openTransaction(["alice"], { contracts: [deed] });

describe("contracts within a transaction", () => {
  it("can be used after their creation, and are transient when consumed", () => {
    const transaction = open();
    const local = createContract(transaction);
    runExercise(transaction, local);
    const { created: all, consumed, inputs } = transaction.finishTransaction();
    expect(all).to.deep.equal([local]);
    expect([...consumed.keys()]).to.deep.equal([local.contractId]);
    expect(inputs.size).to.equal(0);
  });

  it("cause CONTRACT_NOT_FOUND if they are not visible on the ledger", () => {
    const unknown = `00${"ab".repeat(32)}ca121220${"cd".repeat(32)}`;
    const { code, resources } = errorOf(() => open().getContract(unknown));
    expect(code).to.equal("CONTRACT_NOT_FOUND");
    expect(resources).to.deep.equal([["CONTRACT_ID", unknown]]);
  });

  it("cause CONTRACT_NOT_ACTIVE after they were consumed", () => {
    const transaction = open();
    runExercise(transaction, deed);
    const { code, resources } = errorOf(() => transaction.getContract(deed.contractId));
    expect(code).to.equal("CONTRACT_NOT_ACTIVE");
    expect(resources).to.deep.equal([
      ["TEMPLATE_ID", deed.templateId],
      ["CONTRACT_ID", deed.contractId],
    ]);
  });

  it("are consumed as soon as a consuming exercise starts", () => {
    const transaction = open();
    transaction.beginExercise(exerciseOf(deed));
    expect(errorOf(() => transaction.getContract(deed.contractId)).code).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
    expect(errorOf(() => transaction.beginExercise(exerciseOf(deed))).code).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
  });

  it("cannot be fetched or exercised after they were consumed, even if the engine still knows them", () => {
    const transaction = open();
    runExercise(transaction, deed);
    const fetch = () => transaction.fetchContract({ contract: deed, templateId: deed.templateId });
    expect(errorOf(fetch).code).to.equal("CONTRACT_NOT_ACTIVE");
    expect(errorOf(() => runExercise(transaction, deed)).code).to.equal("CONTRACT_NOT_ACTIVE");
  });

  it("stay active after a nonconsuming exercise", () => {
    const transaction = open();
    runExercise(transaction, deed, { consuming: false });
    runExercise(transaction, deed, { consuming: false });
    expect(transaction.getContract(deed.contractId)).to.equal(deed);
    expect(transaction.finishTransaction().consumed.size).to.equal(0);
  });

  it("are inputs of the transaction if they are on the ledger, in order of first use", () => {
    const other = contractOnLedger({}, 2);
    const transaction = openTransaction(["alice"], { contracts: [deed, other] });
    transaction.getContract(other.contractId);
    transaction.getContract(deed.contractId);
    transaction.getContract(other.contractId);
    expect([...transaction.finishTransaction().inputs.values()]).to.deep.equal([other, deed]);
  });

  it("are requested from the ledger only once", () => {
    let asked = 0;
    const view = {
      contract: () => {
        asked++;
        return deed;
      },
      contractsByKey: () => [],
    };
    const transaction = openTransaction(["alice"], { view });
    transaction.getContract(deed.contractId);
    runExercise(transaction, deed);
    expect(asked).to.equal(1);
  });
});

describe("contract ids", () => {
  const ids = (seed: number, ledgerTime = 5n): readonly string[] => {
    const submissionSeed = new Uint8Array(32).fill(seed);
    const transaction = openTransaction(["alice"], { submissionSeed, ledgerTime });
    const outer = createContract(transaction);
    createContract(transaction);
    transaction.beginExercise(exerciseOf(outer));
    createContract(transaction);
    transaction.endExercise(unit);
    return transaction.finishTransaction().created.map(({ contractId }) => contractId);
  };

  it("have version 1 and a suffix, and differ for every contract of a transaction", () => {
    expect(new Set(ids(1)).size).to.equal(3);
    for (const id of ids(1)) expect(id).to.match(/^00[0-9a-f]{64}ca121220[0-9a-f]{64}$/);
  });

  it("are equal for the same seed, steps and time, and differ for another seed or time", () => {
    expect(ids(1)).to.deep.equal(ids(1));
    expect(ids(1)).not.to.have.members(ids(2));
    expect(ids(1)).not.to.have.members(ids(1, 6n));
  });

  it("are the same for a create inside a scope that can be rolled back as for one outside", () => {
    const plain = openTransaction(["alice"]);
    const scoped = openTransaction(["alice"]);
    scoped.beginScope();
    expect(createContract(scoped).contractId).to.equal(createContract(plain).contractId);
  });

  it("are not reused after a scope was rolled back", () => {
    const transaction = openTransaction(["alice"]);
    transaction.beginScope();
    const { contractId } = createContract(transaction);
    transaction.rollbackScope();
    expect(createContract(transaction).contractId).not.to.equal(contractId);
  });
});

describe("values in a transaction", () => {
  const nested = (levels: number): { readonly argument: Value; readonly argumentType: Type } => {
    let argument: Value = text("innermost");
    let argumentType: Type = { kind: "text" };
    for (let level = 0; level < levels; level++) {
      argument = list([argument]);
      argumentType = { kind: "list", element: argumentType };
    }
    return { argument, argumentType };
  };

  it("may be nested 100 levels deep", () => {
    expect(() => createContract(open(), nested(100))).not.to.throw();
  });

  it("are refused if nested deeper: arguments of creates and choices, results and keys", () => {
    const { argument, argumentType } = nested(101);
    const transaction = open();
    const key = { value: argument, type: argumentType, maintainers: ["alice"] };
    const { templateId, packageName } = note();
    const found = { templateId, packageName };
    for (const step of [
      () => transaction.create(note({ argument, argumentType })),
      () => transaction.create(note({ key })),
      () => transaction.lookupByKey({ ...found, key: { ...key, hash: "" }, limit: 1 }),
      () => transaction.beginExercise(exerciseOf(deed, { argument })),
      () => {
        transaction.beginExercise(exerciseOf(deed));
        transaction.endExercise(argument);
      },
    ]) {
      expect(errorOf(step).code).to.equal("VALUE_NESTING");
    }
  });
});
