import { inspect } from "node:util";

import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import {
  type ContractId,
  type ContractOf,
  type Decimal,
  type Exercised,
  type JsonValue,
  LedgerError,
  type PartyId,
} from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Holding, Iou } from "../../support/iou-package.ts";

describe("ledger.contracts", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const issue = async (owner: string, amount: string, watchers: readonly string[] = []) => {
    const { ledger, alice } = given;
    const commands = Iou.create({ issuer: alice, owner, amount, watchers });
    const [iou] = (await ledger.submit({ actAs: alice, commands })).created(Iou);
    return iou ?? expect.fail("no contract");
  };

  it("returns payloads with the types of the template", async () => {
    const { ledger, alice, bob } = given;
    await issue(bob, "10");
    const [iou] = ledger.contracts(Iou, { as: alice });
    expectTypeOf(iou?.payload.amount).toEqualTypeOf<Decimal | undefined>();
    expectTypeOf(iou?.payload.watchers).toEqualTypeOf<readonly PartyId[] | undefined>();
    expect(iou?.payload.amount.equals("10.0")).to.equal(true);
    expect(iou?.payload.owner).to.equal(bob);
    expect(iou?.signatories).to.deep.equal([alice]);
    expect(iou?.observers).to.deep.equal([bob]);
    expect(iou?.createdAt).to.equal("2024-01-01T12:00:00Z");
    expect(inspect(iou)).to.include(`owner: '${bob}'`);
  });

  it("returns the contracts of one party, of any of several parties, or of all parties without `as`", async () => {
    const { ledger, alice, bob, carol } = given;
    await issue(bob, "1");
    await issue(carol, "2");
    const amounts = (as?: string | readonly string[]): readonly string[] =>
      ledger
        .contracts(Iou, as === undefined ? {} : { as })
        .map(({ payload }) => payload.amount.toString());
    expect(amounts(bob)).to.deep.equal(["1.0"]);
    expect(amounts([bob, carol])).to.deep.equal(["1.0", "2.0"]);
    expect(amounts(alice)).to.deep.equal(["1.0", "2.0"]);
    expect(amounts()).to.deep.equal(["1.0", "2.0"]);
  });

  it("filters by field values, and by a function", async () => {
    const { ledger, alice, bob, carol } = given;
    await issue(bob, "1.50");
    await issue(carol, "2", [bob]);
    const ownersOf = (
      where: Parameters<typeof ledger.contracts<"Iou:Iou", typeof Iou.payload.fields>>[1],
    ) => ledger.contracts(Iou, where).map(({ payload }) => payload.owner);
    expect(ownersOf({ where: { amount: "1.5" } })).to.deep.equal([bob]);
    expect(ownersOf({ where: { watchers: [bob] } })).to.deep.equal([carol]);
    expect(ownersOf({ where: { owner: bob, amount: 2 } })).to.deep.equal([]);
    expect(ownersOf({ where: ({ payload }) => payload.amount.compareTo("1.6") > 0 })).to.deep.equal(
      [carol],
    );
    expect(ownersOf({ as: alice, where: {} })).to.deep.equal([bob, carol]);
    const unknown = errorOf(() => ledger.contracts(Iou, { where: { amuont: "1" } as never }));
    expect(unknown.path).to.equal("where.amuont");
    expect(unknown.cause).to.include("issuer, owner, amount, watchers");
    // @ts-expect-error the payload has no such field
    expect(() => ledger.contracts(Iou, { where: { colour: "red" } })).to.throw(LedgerError);
  });

  it("returns contracts that can be exercised and used as contract ids", async () => {
    const { ledger, bob, carol } = given;
    await issue(bob, "1");
    const [iou] = ledger.contracts(Iou, { as: bob });
    if (iou === undefined) return expect.fail("no contract");
    expectTypeOf(iou).toExtend<ContractId<"Iou:Iou">>();
    const result = await ledger.submit({
      actAs: bob,
      commands: iou.exercise(Iou.Transfer, { newOwner: carol }),
    });
    const [moved] = ledger.contracts(Iou, { as: carol });
    expect(result.created(Iou)).to.deep.equal([moved]);
    expect(result.archived(Iou).map(String)).to.deep.equal([iou.contractId]);
    expect(JSON.parse(JSON.stringify({ iou }))).to.deep.equal({ iou: iou.contractId });
    // @ts-expect-error the choice is another template's
    expect(() => iou.exercise(Counter.Increment)).to.not.throw();
  });

  it("types the results of exercises", async () => {
    const { ledger, bob, carol } = given;
    const iou = await issue(bob, "1");
    const result = await ledger.submit({
      actAs: bob,
      commands: [iou.exercise(Iou.Inspect), iou.exercise(Iou.Transfer, { newOwner: carol })],
    });
    const [inspected] = result.exercised(Iou.Inspect);
    const [moved] = result.exercised(Iou.Transfer);
    expectTypeOf(inspected?.result).toEqualTypeOf<Decimal | undefined>();
    expectTypeOf(moved).toEqualTypeOf<
      Exercised<"Iou:Iou", { readonly newOwner: PartyId }, ContractId<"Iou:Iou">> | undefined
    >();
    expect(inspected?.result.equals(1)).to.equal(true);
    expect(moved?.argument.newOwner).to.equal(carol);
    expect(moved?.contract.equals(iou)).to.equal(true);
    expect(ledger.contracts(Iou).map(String)).to.deep.equal([moved?.result.contractId]);
    expect(result.exercised(Counter.Increment)).to.deep.equal([]);
  });

  it("returns the views of an interface", async () => {
    const { ledger, bob } = given;
    const iou = await issue(bob, "3");
    const [holding] = ledger.contracts(Holding, { as: bob });
    if (holding === undefined) return expect.fail("no contract");
    expectTypeOf(holding).toEqualTypeOf<ContractOf<typeof Holding>>();
    expect(holding.equals(iou)).to.equal(true);
    expect(Object.keys(holding.payload)).to.deep.equal(["owner", "amount"]);
    expect(ledger.contracts(Holding, { where: { amount: 3 } })).to.have.length(1);
    expect(ledger.contracts(Holding, { where: { amount: 4 } })).to.have.length(0);
    await ledger.submit({ actAs: bob, commands: holding.exercise(Holding.Destroy) });
    expect(ledger.contracts(Holding)).to.deep.equal([]);
  });

  it("returns payloads as JSON for a template known by name only", async () => {
    const { ledger, alice, bob } = given;
    await issue(bob, "3");
    const [iou] = ledger.contracts("#iou:Iou:Iou", { as: bob });
    expectTypeOf(iou?.payload).toEqualTypeOf<JsonValue | undefined>();
    expect(iou?.payload).to.deep.equal({
      issuer: alice,
      owner: bob,
      amount: "3.0000000000",
      watchers: [],
    });
    expect(ledger.contracts("#iou:Iou:Holding").map(String)).to.deep.equal([String(iou)]);
    expect(ledger.contracts("#iou:Iou:Iou", { where: () => false })).to.deep.equal([]);
  });

  it("decodes contracts, exercises and fields with generated constants", async () => {
    const { ledger, alice, bob } = given;
    const generated = (qualifiedName: string, readable = true) => ({
      package: { name: "iou" },
      qualifiedName,
      from: (event: { readonly createArgument?: unknown; readonly interfaceViews?: unknown }) =>
        readable ? { payload: event.createArgument } : undefined,
      contractId: (contractId: string) => contractId,
    });
    const iou = generated("Iou:Iou");
    await issue(bob, "1.5");
    await ledger.submit({
      actAs: alice,
      commands: Counter.create({ owner: alice, name: "n", count: 0n }),
    });
    expect(ledger.contracts(iou, { where: { amount: 1.5 } })).to.have.length(1);
    expect(ledger.contracts(iou, { where: { amount: 2 } })).to.deep.equal([]);
    expect(ledger.contracts(generated("Iou:Holding"))).to.have.length(1);
    expect(ledger.contracts(generated("Iou:Counter"))).to.have.length(1);
    for (const read of [{}, 7]) {
      const other = { ...iou, from: () => read };
      expect(ledger.contracts(other, { where: { amount: 1.5 } as never })).to.deep.equal([]);
    }
    const unreadable = errorOf(() => ledger.contracts(generated("Iou:Iou", false)));
    expect(unreadable).to.include({
      code: "INVALID_ARGUMENT",
      cause:
        "The generated constant of #iou:Iou:Iou cannot decode an event of its type. Generate the code again.",
    });
    const [owed] = ledger.contracts(Iou, { as: bob });
    const result = await ledger.submit({
      actAs: bob,
      commands: owed?.exercise(Iou.Inspect, {}) ?? [],
    });
    const issued = await ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: bob, amount: "2", watchers: [] }),
    });
    expect(issued.created(iou)).to.have.length(1);
    expect(issued.created(generated("Iou:Counter"))).to.deep.equal([]);
    const choice = (name: string, owner = "Iou:Iou", read: unknown = name) => ({
      owner: { package: { name: "iou" }, qualifiedName: owner },
      name,
      from: () => read,
    });
    expect(result.exercised(choice("Inspect"))).to.deep.equal(["Inspect"]);
    expect(result.exercised(choice("Transfer"))).to.deep.equal([]);
    expect(result.exercised(choice("Inspect", "Iou:Counter"))).to.deep.equal([]);
    expect(errorOf(() => result.exercised(choice("Inspect", "Iou:Iou", null))).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("refuses unknown parties and templates", () => {
    const { ledger, alice } = given;
    const unknown = errorOf(() => ledger.contracts(Iou, { as: "alice" }));
    expect([unknown.code, unknown.path]).to.deep.equal(["INVALID_ARGUMENT", "as"]);
    expect(unknown.cause).to.equal(
      `as: expected a party that the ledger knows, such as ${alice}, got "alice".`,
    );
    expect(errorOf(() => ledger.contracts(Iou, { as: [alice, "dave"] })).cause).to.include(
      '"dave"',
    );
    expect(errorOf(() => ledger.contracts("#iuo:Iou:Iou")).code).to.equal(
      "PACKAGE_NAMES_NOT_FOUND",
    );
    expect(errorOf(() => ledger.contracts("#iou:Iou:Uoi")).code).to.equal(
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    );
    expect(errorOf(() => ledger.contracts("Iou:Iou")).code).to.equal("INVALID_ARGUMENT");
  });
});
