import { expect } from "chai";

import { PackageSelection } from "../../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../../lib/contracts/packages/registry.ts";
import { findUpgradeProblem } from "../../../../lib/contracts/packages/upgrade-check.ts";
import {
  ContractId,
  definePackage,
  defineTemplate,
  Int64,
  Optional,
  Party,
  Text,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { type AnyCommand, onlyContract, runCommands } from "../../../support/run-commands.ts";

const Old = defineTemplate("Main:Task", {
  payload: { owner: Party, title: Text },
  signatories: ({ owner }) => [owner],
  key: { type: Text, of: ({ title }) => title, maintainers: () => ["alice"] },
  choices: { Read: { consuming: false, result: Text, controllers: ({ owner }) => [owner] } },
});
Old.implement({ Read: (_, { title }) => title });

const New = defineTemplate("Main:Task", {
  payload: { owner: Party, title: Text, priority: Optional(Int64) },
  signatories: ({ owner }) => [owner],
  key: { type: Text, of: ({ title }) => title, maintainers: () => ["alice"] },
  choices: {
    Read: { consuming: false, result: Text, controllers: ({ owner }) => [owner] },
    Rank: {
      argument: { priority: Optional(Int64) },
      result: ContractId("Main:Task"),
      controllers: ({ owner }) => [owner],
    },
  },
});
New.implement({
  Read: (_, { title, priority }) => `${title} ${String(priority)}`,
  Rank: (tx, task, { priority }) => tx.create(New, { ...task, priority }),
});

const v1 = definePackage({ name: "tasks", version: "1.0.0", templates: { Task: Old } });
const v2 = definePackage({ name: "tasks", version: "2.0.0", templates: { Task: New } });
const registry = PackageRegistry.of([v1, v2]);
const selected = (...preference: string[]) => new PackageSelection(registry, { preference });
const run = (command: AnyCommand, packages = selected(), contracts = [task]) =>
  runCommands(["alice"], [command], { packages, contracts });

const task = onlyContract(
  runCommands(["alice"], [Old.create({ owner: "alice", title: "write" })], {
    packages: selected(v1.packageId),
  }),
);
const id = Old.contractId(task.contractId);

describe("versions of a package of TypeScript templates", () => {
  it("resolve a name to the highest version, or to the preferred one", () => {
    const byName = (packages: PackageSelection) => run(id.exercise(Old.Read), packages).results;
    expect(byName(selected())).to.deep.equal(["write null"]);
    expect(byName(selected(v1.packageId))).to.deep.equal(["write"]);
  });

  it("run newer code on older contracts, with None in added fields", () => {
    const { transaction, created } = run(id.exercise(New.Rank, { priority: 1 }));
    expect(transaction.nodes[0]).to.include({ templateId: `${v2.packageId}:Main:Task` });
    expect(created[0]?.templateId).to.equal(`${v2.packageId}:Main:Task`);
    expect(created[0]?.key?.hash).to.equal(task.key?.hash);
  });

  it("run older code on newer contracts if added fields are None", () => {
    const none = onlyContract(run(New.create({ owner: "alice", title: "new" })));
    expect(none.templateId).to.equal(`${v2.packageId}:Main:Task`);
    const read = New.contractId(none.contractId).exercise(New.Read);
    expect(run(read, selected(v1.packageId), [none]).results).to.deep.equal(["new"]);
  });

  it("refuse older code for newer contracts if data would be lost", () => {
    const ranked = onlyContract(run(New.create({ owner: "alice", title: "new", priority: 1 })));
    const read = New.contractId(ranked.contractId).exercise(New.Read);
    expect(errorOf(() => run(read, selected(v1.packageId), [ranked])).code).to.equal(
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
    );
  });

  const changed = (version: string, changes: object): string => {
    const Task = defineTemplate("Main:Task", {
      payload: { owner: Party, title: Text },
      signatories: ({ owner }) => [owner],
      key: { type: Text, of: ({ title }) => title, maintainers: () => ["alice"] },
      choices: { Read: { consuming: false, result: Text, controllers: ({ owner }) => [owner] } },
      ...changes,
    });
    Task.implement({ Read: () => "" });
    const changedPackage = definePackage({ name: "tasks", version, templates: { Task } });
    const packages = new PackageSelection(registry.add(changedPackage));
    return errorOf(() => run(id.exercise(Old.Read), packages)).code;
  };

  const code = "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED";
  const refusals: readonly (readonly [string, string, object])[] = [
    ["signatories change", code, { signatories: () => ["alice", "bob"] }],
    ["observers change", code, { observers: () => ["bob"] }],
    [
      "the key changes",
      code,
      { key: { type: Text, of: () => "other", maintainers: () => ["alice"] } },
    ],
    ["the key is removed", code, { key: undefined }],
    [
      "maintainers change",
      code,
      { key: { type: Text, of: () => "write", maintainers: () => ["bob"] } },
    ],
    ["`ensure` does not hold any more", "DAML_FAILURE", { ensure: () => false }],
    [
      "a field was added that is not optional",
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
      { payload: { owner: Party, title: Text, priority: Int64 } },
    ],
    [
      "a field has another type",
      "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
      { payload: { owner: Party, title: Int64 }, key: undefined },
    ],
    [
      "a field has another name, which changes the hash of the contract",
      "INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED",
      {
        payload: { owner: Party, heading: Text },
        key: {
          type: Text,
          of: ({ heading }: { heading: string }) => heading,
          maintainers: () => ["alice"],
        },
      },
    ],
  ];
  refusals.forEach(([title, expected, changes], index) => {
    it(`are refused for a contract if ${title}`, () => {
      expect(changed(`3.${index}`, changes)).to.equal(expected);
    });
  });

  it("find contracts of other versions by key", () => {
    const command = New.exerciseByKey("write", New.Rank, { priority: 7 });
    expect(run(command).transaction.nodes[0]).to.include({
      contractId: task.contractId,
      templateId: `${v2.packageId}:Main:Task`,
    });
  });

  it("can add a template at any position of the declaration", () => {
    const Added = defineTemplate("Main:Added", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    for (const templates of [
      { Task: Old, Added },
      { Added, Task: Old },
    ]) {
      const next = definePackage({ name: "tasks", version: "1.1.0", templates });
      expect(findUpgradeProblem(v1, next, PackageRegistry.of([v1]))).to.equal(undefined);
    }
  });

  it("can share an unchanged template", () => {
    const Extra = defineTemplate("Main:Extra", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    const one = definePackage({ name: "shared", version: "1.0.0", templates: { Extra } });
    const two = definePackage({
      name: "shared",
      version: "1.1.0",
      templates: { Extra, Old: Extra2() },
    });
    expect(one.packageId).not.to.equal(two.packageId);
    const packages = new PackageSelection(PackageRegistry.of([one, two]));
    const contract = onlyContract(
      runCommands(["alice"], [Extra.create({ owner: "alice" })], { packages }),
    );
    expect(contract.templateId).to.equal(`${two.packageId}:Main:Extra`);
  });
});

const Extra2 = () =>
  defineTemplate("Main:Extra2", {
    payload: { owner: Party },
    signatories: ({ owner }) => [owner],
  });
