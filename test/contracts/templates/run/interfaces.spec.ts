import { expect } from "chai";

import { PackageSelection } from "../../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../../lib/contracts/packages/registry.ts";
import {
  ContractId,
  defineInterface,
  definePackage,
  defineTemplate,
  method,
  Numeric,
  Party,
  Text,
  type TransactionContext,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import type { OpenOptions } from "../../../support/open-transaction.ts";
import { type AnyCommand, onlyContract, runCommands } from "../../../support/run-commands.ts";

const Holding = defineInterface("Api:Holding", {
  view: { owner: Party, amount: Numeric(10) },
  methods: {
    give: method<(tx: TransactionContext, to: Party) => ContractId<"Api:Holding">>(),
    describe: method<() => string>(),
  },
  choices: {
    Give: {
      argument: { to: Party },
      result: ContractId("Api:Holding"),
      controllers: ({ view }) => [view.owner],
    },
    Describe: { consuming: false, result: Text, controllers: ({ view }) => [view.owner] },
  },
});

Holding.implement({
  Give: (tx, holding, { to }) => holding.give(tx, to),
  Describe: (_, holding) => `${holding.describe()} of ${holding.view.owner}`,
});

/** A package with only the interface, like the packages of the token standard. */
const api = definePackage({ name: "api", version: "1.0.0", interfaces: { Holding } });

const Coin = defineTemplate("Coin:Coin", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  choices: {
    Look: {
      argument: { holding: ContractId(Holding) },
      result: Numeric(10),
      controllers: ({ owner }) => [owner],
    },
    PassOn: {
      argument: { holding: ContractId(Holding), to: Party },
      result: ContractId(Holding),
      controllers: ({ owner }) => [owner],
    },
  },
});

Coin.implement({
  Look: (tx, _, { holding }) => tx.fetch(Holding, holding).view.amount,
  PassOn: (tx, _, { holding, to }) => tx.exercise(holding, Holding.Give, { to }),
});

Coin.implements(Holding, {
  view: ({ owner, amount }) => ({ owner, amount }),
  give: (coin, tx, to) => tx.create(Coin, { ...coin, owner: to }).as(Holding),
  describe: ({ amount }) => `coin of ${amount.toString()}`,
});

const Plain = defineTemplate("Coin:Plain", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
});

const coins = definePackage({ name: "coins", version: "1.0.0", templates: { Coin, Plain } });
const known = [api, coins];

const run = (
  actAs: readonly string[],
  commands: readonly AnyCommand[],
  options: OpenOptions = {},
) => runCommands(actAs, commands, { known, ...options });
const coin = onlyContract(
  run(["bank"], [Coin.create({ issuer: "bank", owner: "alice", amount: 5 })]),
);
const id = Coin.contractId(coin.contractId);
const holding = id.as(Holding);
const contracts = [coin];

describe("interfaces of TypeScript templates", () => {
  it("are exercised by the interface id and run the template's methods", () => {
    const { transaction, results } = run(
      ["alice"],
      [holding.exercise(Holding.Give, { to: "bob" })],
      {
        contracts,
      },
    );
    const [exercise, create] = transaction.nodes;
    expect(exercise).to.deep.include({
      templateId: `${coins.packageId}:Coin:Coin`,
      interfaceId: `${api.packageId}:Api:Holding`,
      choice: "Give",
      consuming: true,
      actingParties: ["alice"],
    });
    expect(create).to.have.nested.property("contract.observers").that.deep.equals(["bob"]);
    expect(results).to.deep.equal([create?.kind === "create" && create.contract.contractId]);
  });

  it("pass their view to their code", () => {
    const { results } = run(["alice"], [holding.exercise(Holding.Describe)], { contracts });
    expect(results).to.deep.equal(["coin of 5.0 of alice"]);
  });

  it("require the authority of the controllers that the view names", () => {
    const exercise = () => run(["bank"], [holding.exercise(Holding.Describe)], { contracts });
    expect(errorOf(exercise).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("have a choice Archive, which the signatories control", () => {
    const archive = [holding.exercise(Holding.Archive)];
    expect(run(["bank"], archive, { contracts }).consumed.size).to.equal(1);
    expect(errorOf(() => run(["alice"], archive, { contracts })).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("are fetched and exercised by code of other packages", () => {
    const helper = { issuer: "bank", owner: "alice", amount: 1 };
    const { results, transaction } = run(
      ["alice", "bank"],
      [
        Coin.createAndExercise(helper, Coin.Look, { holding }),
        Coin.createAndExercise(helper, Coin.PassOn, { holding, to: "carol" }),
      ],
      { contracts },
    );
    expect(results[0]).to.equal("5.0000000000");
    expect(transaction.nodes.map(({ kind }) => kind)).to.deep.equal([
      "create",
      "exercise",
      "fetch",
      "create",
      "exercise",
      "exercise",
      "create",
    ]);
    expect(transaction.nodes[2]).to.include({ interfaceId: `${api.packageId}:Api:Holding` });
  });

  it("are rejected for templates that do not implement them", () => {
    const plain = onlyContract(run(["alice"], [Plain.create({ owner: "alice" })]));
    const command = Plain.contractId(plain.contractId).as(Holding).exercise(Holding.Describe);
    const { code, resources } = errorOf(() => run(["alice"], [command], { contracts: [plain] }));
    expect(code).to.equal("CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE");
    expect(resources.map(([type]) => type)).to.deep.equal([
      "CONTRACT_ID",
      "TEMPLATE_ID",
      "INTERFACE_ID",
    ]);
  });

  it("are listed in the signatures of package and registry", () => {
    const registry = PackageRegistry.of(known);
    const interfaceId = `${api.packageId}:Api:Holding`;
    expect(coins.templates.get("Coin:Coin")?.implements).to.deep.equal(new Set([interfaceId]));
    expect(coins.dependencies).to.deep.equal([api.packageId]);
    expect(registry.implementations(interfaceId)).to.deep.equal([`${coins.packageId}:Coin:Coin`]);
    expect([...(registry.interface(interfaceId)?.choices.keys() ?? [])]).to.deep.equal([
      "Give",
      "Describe",
      "Archive",
    ]);
  });

  it("compute views outside of transactions", () => {
    const interfaceId = `${api.packageId}:Api:Holding`;
    const view = coins.engine.computeInterfaceView(coin.templateId, interfaceId, coin);
    const codec = PackageRegistry.of(known).codec(
      api.interfaces.get("Api:Holding")?.view ?? expect.fail(),
    );
    expect(codec.encode(view)).to.deep.equal({ owner: "alice", amount: "5.0000000000" });
  });

  it("report failing views", () => {
    const Broken = defineTemplate("Coin:Broken", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    Broken.implements(Holding, {
      view: () => {
        throw new TypeError("no view");
      },
      give: (_, tx) => tx.create(Broken, { owner: "x" }).as(Holding),
      describe: () => "",
    });
    const broken = definePackage({ name: "broken", version: "1.0.0", templates: { Broken } });
    const contract = onlyContract(
      runCommands(["alice"], [Broken.create({ owner: "alice" })], { known: [api, broken] }),
    );
    const view = () =>
      broken.engine.computeInterfaceView(
        contract.templateId,
        `${api.packageId}:Api:Holding`,
        contract,
      );
    expect(errorOf(view).code).to.equal("INTERPRETATION_USER_ERROR");
  });

  it("run the code of the version that the submission selects", () => {
    const Newer = defineTemplate("Coin:Coin", {
      payload: { issuer: Party, owner: Party, amount: Numeric(10) },
      signatories: ({ issuer }) => [issuer],
      observers: ({ owner }) => [owner],
    });
    Newer.implements(Holding, {
      view: ({ owner, amount }) => ({ owner, amount: amount.times(2) }),
      give: (newer, tx, to) => tx.create(Newer, { ...newer, owner: to }).as(Holding),
      describe: ({ amount }) => `newer coin of ${amount.toString()}`,
    });
    const newer = definePackage({ name: "coins", version: "1.1.0", templates: { Newer } });
    const registry = PackageRegistry.of([...known, newer]);
    const describe_ = [holding.exercise(Holding.Describe)];
    const highest = run(["alice"], describe_, {
      contracts,
      packages: new PackageSelection(registry),
    });
    expect(highest.results).to.deep.equal(["newer coin of 5.0 of alice"]);
    expect(highest.transaction.nodes[0]).to.include({ templateId: `${newer.packageId}:Coin:Coin` });
    const pinned = run(["alice"], describe_, {
      contracts,
      packages: new PackageSelection(registry, { preference: [coins.packageId] }),
    });
    expect(pinned.results).to.deep.equal(["coin of 5.0 of alice"]);
  });

  it("keep the package of their first definition after an upgrade", () => {
    const newer = definePackage({ name: "api", version: "1.1.0", interfaces: { Holding } });
    const helper = { issuer: "bank", owner: "alice", amount: 1 };
    const { transaction } = runCommands(
      ["alice", "bank"],
      [Coin.createAndExercise(helper, Coin.PassOn, { holding, to: "carol" })],
      { known: [...known, newer], contracts },
    );
    expect(transaction.nodes[2]).to.include({ interfaceId: `${api.packageId}:Api:Holding` });
  });

  it("must be implemented completely and once", () => {
    const Half = defineTemplate("Coin:Half", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    const implementation = { view: () => ({ owner: "a", amount: 0 }) };
    const half = () =>
      Half.implements(Holding, implementation as unknown as Parameters<typeof Half.implements>[1]);
    expect(errorOf(half).code).to.equal("INVALID_ARGUMENT");
    const Empty = defineInterface("Api:Empty", { view: {} });
    Half.implements(Empty, { view: () => ({}) });
    expect(errorOf(() => Half.implements(Empty, { view: () => ({}) })).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("can require other interfaces, which templates must implement as well", () => {
    const Base = defineInterface("Api:Base", { view: {} });
    const Derived = defineInterface("Api:Derived", { view: {}, requires: [Base] });
    const make = (implementBase: boolean) => {
      const Thing = defineTemplate("Api:Thing", {
        payload: { owner: Party },
        signatories: ({ owner }) => [owner],
      });
      Thing.implements(Derived, { view: () => ({}) });
      if (implementBase) Thing.implements(Base, { view: () => ({}) });
      return definePackage({
        name: "derived",
        version: "1.0.0",
        templates: { Thing },
        interfaces: { Base, Derived },
      });
    };
    expect(errorOf(() => make(false)).code).to.equal("INVALID_ARGUMENT");
    const made = make(true);
    expect(made.templates.get("Api:Thing")?.implements.size).to.equal(2);
    expect([...(made.interfaces.get("Api:Derived")?.requires ?? [])]).to.deep.equal([
      `${made.packageId}:Api:Base`,
    ]);
  });

  it("must be in a package before templates of other packages implement them", () => {
    const Homeless = defineInterface("Api:Homeless", { view: {} });
    const Guest = defineTemplate("Api:Guest", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    Guest.implements(Homeless, { view: () => ({}) });
    const make = () => definePackage({ name: "guests", version: "1.0.0", templates: { Guest } });
    expect(errorOf(make).code).to.equal("INVALID_ARGUMENT");
  });
});
