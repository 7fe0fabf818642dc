import { expect } from "chai";

import { createCodeProfile } from "../../../fixtures/index.ts";
import type { EvaluationTrace, EvaluationTraceStep } from "../../../lib/api.ts";
import type { Command, LedgerError } from "../../../lib/index.ts";
import { ledgerErrorOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";
import { definitions } from "../../support/lf/notation.ts";
import { actions, World } from "../../support/lf/world.ts";
import { exercising, VaultStage } from "../../support/vault-packages.ts";

/** Returns a step as text: its action and its line, indented by its depth. */
const outline = (step: EvaluationTraceStep): string => {
  const { depth, kind, location, error } = step;
  const told =
    kind === "exercise"
      ? `${step.templateId.split(":").at(-1)}.${step.choice}`
      : "templateId" in step
        ? step.templateId.split(":").at(-1)
        : kind === "message"
          ? step.text
          : "";
  const line = location?.range === undefined ? "" : ` at ${location.module}:${location.range.line}`;
  const what = told === "" ? kind : `${kind} ${told}`;
  return `${"  ".repeat(depth)}${what}${line}${error === undefined ? "" : ` ${error}`}`;
};

const traced = (trace: EvaluationTrace | undefined): EvaluationTrace =>
  trace ?? expect.fail("there is no trace");

const traceOf = ({ trace }: LedgerError): EvaluationTrace => traced(trace);

describe("the trace of an evaluation", () => {
  let stage: VaultStage;
  let alice: string;
  let bob: string;
  let vault: string;
  let till: string;
  let shop: string;

  beforeEach(async () => {
    stage = await VaultStage.open({ protocolVersion: 34 });
    ({ alice, bob } = stage.parties);
    vault = await stage.vault(bob, "10");
    till = await stage.create([alice], "Shop:Till", { owner: alice, cashier: bob });
    shop = await stage.create([bob], "Shop:Shop", { owner: bob });
  });

  const inShop = (choice: string, argument: object): Command =>
    exercising("Shop:Shop", shop, choice, argument);
  const paying = (amount: string) => ({ till, pay: { vault, amount } });
  const dryRun = (commands: Command | readonly Command[]) =>
    stage.ledger.dryRun({ actAs: bob, commands, trace: true });
  const failing = (commands: Command) => ledgerErrorOf(dryRun(commands));

  it("lists exercises, messages and creates in order, with depth and line", async () => {
    const { trace, result } = await dryRun(inShop("Checkout", paying("4")));
    const { steps, omitted, error } = traced(trace);
    expect(steps.map(outline)).to.deep.equal([
      "exercise Shop.Checkout",
      "  message checking out at Shop:24",
      "  exercise Till.Settle at Shop:25",
      "    exercise Vault.Withdraw at Shop:14",
      "      create Vault at Vault:20",
    ]);
    expect(omitted).to.equal(0);
    expect(error).to.equal(undefined);
    const [created] = result.transaction.events.flatMap((event) =>
      "CreatedEvent" in event ? event.CreatedEvent.contractId : [],
    );
    expect(steps[4]).to.deep.include({
      contractId: created,
      argument: { bank: alice, owner: bob, balance: "6" },
      signatories: [alice],
      observers: [bob],
    });
  });

  it("has the authority at each step: actAs, then controllers and signatories", async () => {
    const { steps } = traced((await dryRun(inShop("Checkout", paying("4")))).trace);
    const both = [alice, bob].sort();
    expect(steps.map(({ authority }) => authority)).to.deep.equal([
      [bob],
      [bob],
      [bob],
      both,
      both,
    ]);
  });

  it("contains argument, controllers, result and number of evaluation steps of an exercise", async () => {
    const { steps, spent } = traced((await dryRun(inShop("Checkout", paying("4")))).trace);
    const [root, , settle, withdraw, create] = steps;
    expect(root).to.deep.include({ choice: "Checkout", argument: paying("4"), controllers: [bob] });
    expect(withdraw).to.deep.include({ argument: { amount: "4" }, consuming: true, byKey: false });
    const contractId = create?.kind === "create" ? create.contractId : undefined;
    expect(withdraw).to.have.property("result", contractId);
    expect(root).to.have.property("result", contractId);
    const inside = steps.map((step) => (step.kind === "exercise" ? step.spentInside : undefined));
    expect(inside[0]).to.be.above(inside[2] ?? 0);
    expect(inside[2]).to.be.above(inside[3] ?? 0);
    // Each node of the transaction counts as a hundred steps.
    expect(inside[3]).to.be.above(100);
    expect(spent).to.equal((root?.spent ?? 0) + (inside[0] ?? 0));
    expect(settle?.spent).to.be.above(root?.spent ?? 0);
  });

  it("lists the call stacks with the steps that each has used", async () => {
    const { stacks, spent } = traced((await dryRun(inShop("Checkout", paying("4")))).trace);
    expect(stacks.reduce((sum, { steps }) => sum + steps, 0)).to.equal(spent);
    const withdraw = stacks.filter(({ stack }) => stack.at(-1) === "Vault:Vault choice Withdraw");
    expect(withdraw.map(({ stack }) => stack)).to.deep.include([
      "Shop:Shop choice Checkout",
      "Shop:Till choice Settle",
      "Vault:Vault choice Withdraw",
    ]);
    const { total } = createCodeProfile(stacks).entries.find(
      ({ name }) => name === "Shop:Shop choice Checkout",
    ) ?? { total: 0 };
    expect(total).to.be.above(createCodeProfile(withdraw).steps);
  });

  it("is absent unless the request asks for it", async () => {
    const request = { actAs: bob, commands: inShop("Checkout", paying("4")) };
    expect((await stage.ledger.dryRun(request)).trace).to.equal(undefined);
    expect((await stage.ledger.dryRun({ ...request, trace: false })).trace).to.equal(undefined);
  });

  it("is the same every time; nothing is written", async () => {
    const { state } = stage.ledger;
    const command = inShop("Checkout", paying("4"));
    expect((await dryRun(command)).trace).to.deep.equal((await dryRun(command)).trace);
    expect(stage.ledger.state).to.equal(state);
  });

  it("lists fetches, and the ledger times with which code compares", async () => {
    const commands = [
      inShop("Inspect", { vault }),
      inShop("Redeem", { before: "2024-01-01T00:00:01Z" }),
    ];
    const { steps, ledgerTime } = traced((await dryRun(commands)).trace);
    expect(steps.map(outline)).to.deep.equal([
      "exercise Shop.Inspect",
      "  fetch Vault at Shop:43",
      "exercise Shop.Redeem",
      "  ledgerTime at Shop:38",
    ]);
    expect(steps[3]).to.deep.include({ comparedWith: "2024-01-01T00:00:01Z", isBefore: true });
    expect(ledgerTime).to.equal("2024-01-01T00:00:00Z");
  });

  it("ends with the step that the ledger refused", async () => {
    const hidden = await stage.vault(stage.parties.carol, "10");
    const refused = traceOf(await failing(inShop("Inspect", { vault: hidden })));
    expect(refused.steps.map(outline)).to.deep.equal([
      "exercise Shop.Inspect",
      "  contract at Shop:43 CONTRACT_NOT_FOUND",
    ]);
    expect(refused.error).to.equal("CONTRACT_NOT_FOUND");
    const customer = stage.parties.carol;
    const shut = traceOf(await failing(inShop("Shut", { till, customer })));
    expect(shut.steps.map(outline).at(-1)).to.equal(
      "  exercise Till.Close at Shop:46 DAML_AUTHORIZATION_ERROR",
    );
  });

  it("is part of the error of a submission, too", async () => {
    const error = await stage.failure(bob, inShop("Checkout", paying("11")));
    const { steps } = traceOf(error);
    expect(steps.map(outline).at(-1)).to.equal("    exercise Vault.Withdraw at Shop:14");
    expect(steps.at(-1)).to.not.have.property("result");
  });

  it("marks the steps that an exception handler has rolled back", async () => {
    const error = await failing(inShop("Refund", paying("11")));
    const { steps } = traceOf(error);
    expect(steps.map(outline)).to.deep.equal([
      "exercise Shop.Refund",
      "  exercise Till.Settle at Shop:28",
      "    exercise Vault.Withdraw at Shop:14",
      "  rollback at Vault:10",
    ]);
    expect(steps.at(-1)).to.include({ kind: "rollback", from: 1 });
  });

  it("refuses a value other than true or false as the request for a trace", async () => {
    const request = { actAs: bob, commands: inShop("Inspect", { vault }), trace: "yes" };
    const error = await ledgerErrorOf(stage.ledger.dryRun(request as never));
    expect(error.details).to.include({ path: "trace" });
  });

  it("works for templates in TypeScript, without source locations and step counts", async () => {
    const { ledger, alice: issuer, bob: owner, carol } = await iouLedger();
    const issue = Iou.create({ issuer, owner, amount: "5.0", watchers: [] });
    await ledger.submit({ actAs: issuer, commands: issue });
    const [held] = ledger.contracts(Iou, { as: owner });
    const commands =
      held?.exercise(Iou.Transfer, { newOwner: carol }) ?? expect.fail("no contract");
    const { trace } = await ledger.dryRun({ actAs: owner, commands, trace: true });
    const { steps, spent } = traced(trace);
    expect(steps.map(outline)).to.deep.equal(["exercise Iou.Transfer", "  create Iou"]);
    expect(spent).to.equal(0);
  });

  it("lists lookups by key, and the exercise that causes them", async () => {
    const world = await World.of({
      languageVersion: "2.3",
      main: definitions`
        template Keyed with {owner: Party} {
          signatories [@Party this.owner];
          key Party = this.owner maintained by \(key: Party) -> [@Party key];
          nonconsuming choice Tell: Int64 by [@Party this.owner] = pure @Int64 7;
        }
      `,
      actions: actions`
        nonconsuming choice Ask: Int64 by [@Party this.owner] =
          do {
            made: ContractId Keyed <- create @Keyed Keyed {owner = this.owner};
            exerciseByKey @Keyed Tell this.owner ()
          };
      `,
    });
    const ask = { templateId: "#world:Main:Actor", contractId: world.actor, choice: "Ask" };
    const { trace } = await world.ledger.dryRun({
      actAs: world.alice,
      commands: { ExerciseCommand: { ...ask, choiceArgument: {} } },
      trace: true,
    });
    const { steps } = traced(trace);
    expect(steps.map(outline)).to.deep.equal([
      "exercise Actor.Ask",
      "  create Keyed",
      "  lookupByKey Keyed",
      "  exercise Keyed.Tell",
    ]);
    const [, created, found, told] = steps;
    const contractId = created?.kind === "create" ? created.contractId : undefined;
    expect(created).to.have.property("key", world.alice);
    expect(found).to.deep.include({ templateId: "#world:Main:Keyed", contractIds: [contractId] });
    expect(told).to.deep.include({ byKey: true, contractId, result: "7" });
  });

  describe("of long evaluations", () => {
    const choices = actions`
      nonconsuming choice Ask (arg: Int64) by [@Party this.owner] = Main:asking arg;
      nonconsuming choice Say (arg: Text): Text by [@Party this.owner] =
        TRACE @(Update Text) arg (pure @Text arg);
    `;

    const main = definitions`
      val asking: Int64 -> Update Unit = \(times: Int64) ->
        case EQUAL @Int64 times 0 of {
          True -> pure @Unit ();
          _ -> do {
            now: Timestamp <- getTime;
            Main:asking (SUB_INT64 times 1)
          }
        };
    `;

    const tracing = async (choice: string, choiceArgument: unknown): Promise<EvaluationTrace> => {
      const world = await World.of({ actions: choices, main });
      const { trace } = await world.ledger.dryRun({
        actAs: world.alice,
        commands: {
          ExerciseCommand: {
            templateId: "#world:Main:Actor",
            contractId: world.actor,
            choice,
            choiceArgument,
          },
        },
        trace: true,
      });
      return traced(trace);
    };

    it("is limited in its number of steps, and states how many are omitted", async () => {
      const { steps, omitted, spent } = await tracing("Ask", "2100");
      expect(steps).to.have.length(2_000);
      expect(omitted).to.equal(101);
      expect(spent).to.be.above(steps.at(-1)?.spent ?? 0);
    });

    it("is limited in size: long values and messages are truncated", async () => {
      const { steps } = await tracing("Say", "x".repeat(100_000));
      expect(JSON.stringify(steps)).to.have.length.below(6_000);
      const [exercise, message] = steps;
      expect(message).to.have.property("text").with.length(501);
      expect(exercise)
        .to.have.property("argument")
        .that.matches(/^"x{1999}…$/u);
    });
  });
});
