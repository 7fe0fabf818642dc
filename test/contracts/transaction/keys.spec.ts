import { expect } from "chai";

import type { PartyId } from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";
import {
  contractOnLedger,
  createContract,
  exerciseOf,
  note,
  openTransaction,
  runExercise,
} from "../../support/open-transaction.ts";
import { contractId, text, unit } from "../../support/values.ts";

const key = (name: string, ...maintainers: PartyId[]) => ({
  value: text(name),
  type: { kind: "text" } as const,
  maintainers: maintainers.length === 0 ? ["alice"] : maintainers,
});

const keyed = (name = "k", seed = 1) => contractOnLedger({ key: key(name) }, seed);
const globalKey = (contract = keyed()) => ({
  packageName: contract.packageName,
  qualifiedName: "Main:Note",
  hash: contract.key?.hash ?? "",
});
const open = (...contracts: readonly ReturnType<typeof keyed>[]) =>
  openTransaction(["alice"], { contracts });
const found = (transaction: ReturnType<typeof open>, limit = 10) =>
  transaction.contractsByKey(globalKey(), limit).map(({ contractId: id }) => id);

describe("contract keys in a transaction", () => {
  it("have sorted maintainers and a hash of package name, template and value", () => {
    const transaction = openTransaction(["alice", "bob"]);
    const signatories = ["alice", "bob"];
    const make = (changes: object) =>
      createContract(transaction, { signatories, key: key("k", "bob", "alice", "bob"), ...changes })
        .key;
    const first = make({});
    expect(first?.maintainers).to.deep.equal(["alice", "bob"]);
    expect(first?.hash).to.match(/^[0-9a-f]{64}$/);
    expect(make({ key: key("k", "bob") })?.hash).to.equal(first?.hash);
    expect(make({ templateId: "99:Main:Note" })?.hash).to.equal(first?.hash);
    expect(make({ key: key("other") })?.hash).not.to.equal(first?.hash);
    expect(make({ packageName: "others" })?.hash).not.to.equal(first?.hash);
    expect(make({ templateId: "00:Main:Other" })?.hash).not.to.equal(first?.hash);
  });

  it("require a maintainer", () => {
    const none = { ...key("k"), maintainers: [] };
    const create = () => open().create(note({ key: none }));
    expect(errorOf(create).code).to.equal("CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS");
    const lookup = () =>
      open().lookupByKey({
        templateId: "00:Main:Note",
        packageName: "notes",
        key: { value: text("k"), maintainers: [], hash: "00" },
        limit: 1,
      });
    expect(errorOf(lookup).code).to.equal("FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS");
  });

  it("must not contain contract ids", () => {
    const value = contractId(keyed().contractId);
    const create = () =>
      open().create(note({ key: { value, type: { kind: "contractId" }, maintainers: ["alice"] } }));
    expect(errorOf(create).code).to.equal("CONTRACT_ID_IN_CONTRACT_KEY");
  });

  it("can be shared by several contracts", () => {
    const transaction = open(keyed());
    createContract(transaction, { key: key("k") });
    createContract(transaction, { key: key("k") });
    expect(found(transaction)).to.have.length(3);
  });

  it("are refused if in use, for templates with unique keys", () => {
    const unique = note({ key: key("k"), uniqueKey: true });
    expect(errorOf(() => open(keyed()).create(unique)).code).to.equal("DUPLICATE_CONTRACT_KEY");
    const transaction = open();
    transaction.create(unique);
    expect(errorOf(() => transaction.create(unique)).code).to.equal("DUPLICATE_CONTRACT_KEY");
    expect(() => transaction.create({ ...unique, key: key("free") })).not.to.throw();
  });

  it("can be used again after their contract was consumed", () => {
    const holder = keyed();
    const transaction = open(holder);
    runExercise(transaction, holder);
    expect(() => transaction.create(note({ key: key("k"), uniqueKey: true }))).not.to.throw();
  });

  it("find unconsumed local contracts first, the latest first, then those of the ledger", () => {
    const old = keyed("k", 1);
    const older = keyed("k", 2);
    const transaction = open(older, old);
    const first = createContract(transaction, { key: key("k") }).contractId;
    const second = createContract(transaction, { key: key("k") });
    const third = createContract(transaction, { key: key("k") }).contractId;
    createContract(transaction, { key: key("other") });
    runExercise(transaction, second);
    runExercise(transaction, old);
    expect(found(transaction)).to.deep.equal([third, first, older.contractId]);
  });

  it("make found contracts of the ledger inputs of the transaction", () => {
    const holder = keyed();
    const transaction = open(holder);
    found(transaction);
    expect([...transaction.finishTransaction().inputs.keys()]).to.deep.equal([holder.contractId]);
  });

  it("request only as many contracts from the ledger as needed", () => {
    const holders = [keyed("k", 1), keyed("k", 2), keyed("k", 3)];
    const transaction = open(...holders.toReversed());
    const local = createContract(transaction, { key: key("k") }).contractId;
    const [first, second, third] = holders.map(({ contractId }) => contractId);
    const inputsAfter = (limit: number) => {
      const ids = found(transaction, limit);
      return { ids, inputs: [...transaction.finishTransaction().inputs.keys()] };
    };
    expect(inputsAfter(1)).to.deep.equal({ ids: [local], inputs: [] });
    expect(inputsAfter(2)).to.deep.equal({ ids: [local, first], inputs: [first] });
    expect(inputsAfter(3)).to.deep.equal({ ids: [local, first, second], inputs: [first, second] });
    expect(inputsAfter(2)).to.deep.equal({ ids: [local, first], inputs: [first, second] });
    expect(inputsAfter(9).ids).to.deep.equal([local, first, second, third]);
  });

  it("cause an error if the ledger's answer omits a contract that is used by its id", () => {
    const holder = keyed();
    const view = { contract: () => holder, contractsByKey: () => [] };
    const byIdFirst = openTransaction(["alice"], { view });
    byIdFirst.getContract(holder.contractId);
    expect(errorOf(() => found(byIdFirst)).code).to.equal("INCONSISTENT_CONTRACT_KEY");
    const byKeyFirst = openTransaction(["alice"], { view });
    expect(found(byKeyFirst)).to.deep.equal([]);
    const byId = () => byKeyFirst.getContract(holder.contractId);
    expect(errorOf(byId).code).to.equal("INCONSISTENT_CONTRACT_KEY");
  });

  it("are restored by a rollback", () => {
    const holder = keyed();
    const transaction = open(holder);
    const kept = createContract(transaction, { key: key("k") });
    transaction.beginScope();
    runExercise(transaction, holder);
    runExercise(transaction, kept);
    createContract(transaction, { key: key("k") });
    transaction.rollbackScope();
    expect(found(transaction)).to.deep.equal([kept.contractId, holder.contractId]);
  });

  it("add a look-up node with the result, visible to the maintainers", () => {
    const holder = keyed();
    const transaction = open(holder);
    const step = { templateId: holder.templateId, packageName: holder.packageName };
    const looked = { value: text("k"), maintainers: ["alice"], hash: globalKey().hash };
    const other = { ...looked, hash: "00" };
    expect(transaction.lookupByKey({ ...step, key: looked, limit: 2 })).to.deep.equal([holder]);
    expect(transaction.lookupByKey({ ...step, key: other, limit: 1 })).to.deep.equal([]);
    const { nodes } = transaction.finishTransaction().transaction;
    expect(nodes[0]).to.deep.include({ kind: "lookupByKey", witnesses: ["alice"] });
    expect(nodes[0]).to.deep.include({ contractIds: [holder.contractId] });
    expect(nodes[1]).to.deep.include({ contractIds: [], qualifiedName: "Main:Note" });
  });

  it("are part of nodes that use their contract, which are marked if they use it by key", () => {
    const holder = keyed();
    const transaction = open(holder);
    transaction.fetchContract({ contract: holder, templateId: holder.templateId, byKey: true });
    transaction.beginExercise(exerciseOf(holder));
    transaction.endExercise(unit);
    const { nodes } = transaction.finishTransaction().transaction;
    expect(nodes[0]).to.deep.include({ key: holder.key, byKey: true });
    expect(nodes[1]).to.deep.include({ key: holder.key, byKey: false });
  });
});
