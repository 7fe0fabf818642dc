import { expect } from "chai";

import { damlFailureText } from "../../../lib/api.ts";
import type { Command, CreateCommand, DamlFailure, LedgerError } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { ledgerErrorOf } from "../../support/error-of.ts";
import { definitions } from "../../support/lf/notation.ts";
import { actions, World } from "../../support/lf/world.ts";
import { exercising, shownFrame, textAt, VaultStage } from "../../support/vault-packages.ts";

/** Returns the place of a failure. Fails if the error has none. */
const placeOf = ({ daml }: LedgerError): DamlFailure =>
  daml ?? expect.fail("nothing is known of where it failed");

const stackOf = (error: LedgerError): readonly string[] => placeOf(error).stack.map(shownFrame);

const linesOf = (error: LedgerError): readonly string[] =>
  damlFailureText(placeOf(error)).split("\n");

describe("explanations of failures in Daml code", () => {
  let stage: VaultStage;
  let alice: string;
  let bob: string;
  let carol: string;
  /** A vault of bob with a balance of 10, a till with bob as cashier, a shop of bob, and a voucher of alice for bob. */
  let vault: string;
  let till: string;
  let shop: string;
  let voucher: string;

  const open = async (options?: Parameters<typeof VaultStage.open>[0]): Promise<void> => {
    stage = await VaultStage.open(options);
    ({ alice, bob, carol } = stage.parties);
    vault = await stage.vault(bob, "10");
    till = await stage.create([alice], "Shop:Till", { owner: alice, cashier: bob });
    shop = await stage.create([bob], "Shop:Shop", { owner: bob });
    voucher = await stage.create([alice, bob], "Shop:Voucher", { issuer: alice, holder: bob });
  };

  beforeEach(() => open());

  const inShop = (choice: string, argument: object): Command =>
    exercising("Shop:Shop", shop, choice, argument);
  const paying = (amount: string) => ({ till, pay: { vault, amount } });

  it("lists three exercises across two packages, with the expression at each", async () => {
    const error = await stage.failure(bob, inShop("Checkout", paying("11")));
    expect(error.message).to.match(/Vault:Overdrawn.*: overdrawn by 1$/u);
    expect(stackOf(error)).to.deep.equal([
      "command Shop.Checkout",
      "exercise Shop.Checkout",
      "Shop Shop choice Checkout 25:10",
      "exercise Till.Settle",
      "Shop Till choice Settle 14:7",
      "exercise Vault.Withdraw",
      "Vault Vault choice Withdraw 19:26",
      "Vault assertCovered 10:12",
    ]);
    expect(placeOf(error).location).to.include({ package: "vault-1.0.0", module: "Vault" });
    expect(textAt(placeOf(error))).to.equal(
      "throw @(Update Unit) @Overdrawn Overdrawn {missing = SUB_INT64 amount balance}",
    );
    expect(placeOf(error).traces).to.deep.equal(["checking out"]);
    expect(placeOf(error).ledgerTime).to.equal(undefined);
  });

  it("names the first throw of an exception that was caught and rethrown", async () => {
    await open({ protocolVersion: 34 });
    const error = await stage.failure(bob, inShop("Refund", paying("11")));
    expect(error.code).to.equal("DAML_FAILURE");
    expect(stackOf(error)).to.deep.equal([
      "command Shop.Refund",
      "exercise Shop.Refund",
      "Shop Shop choice Refund 32:14",
    ]);
    expect(textAt(placeOf(error))).to.match(/^throw .*Overdrawn overdrawn$/u);
    expect(placeOf(error).firstThrown).to.deep.include({
      definition: "assertCovered",
      range: { line: 10, column: 12, endLine: 10, endColumn: 90 },
    });
    expect(linesOf(error)).to.include("First thrown at Vault:10:12 (assertCovered, vault-1.0.0)");
  });

  it("names no first throw if a top-level exception was thrown twice", async () => {
    const world = await World.of({
      main: definitions`
        val lost: Main:Boom = Boom {text = "lost"};
        val ignore: AnyException -> Optional (Update Unit) =
          \(caught: AnyException) -> Some @(Update Unit) (pure @Unit ());
        val rethrow: AnyException -> Optional (Update Unit) =
          \(caught: AnyException) ->
            case fromAnyException @Boom caught of {
              Some boom -> Some @(Update Unit) (throw @(Update Unit) @Boom boom);
              _ -> None @(Update Unit)
            };`,
      actions: actions`
        nonconsuming choice Twice: Unit = do {
          ignored: Unit <- try @Unit (throw @(Update Unit) @Boom Main:lost)
            catch caught -> Main:ignore caught;
          throw @(Update Unit) @Boom Main:lost
        };
        nonconsuming choice Again: Unit =
          try @Unit (throw @(Update Unit) @Boom Main:lost) catch caught -> Main:rethrow caught;`,
    });
    const failureOf = async (choice: string) => placeOf(await ledgerErrorOf(world.act(choice)));
    expect((await failureOf("Twice")).firstThrown).to.equal(undefined);
    expect((await failureOf("Again")).firstThrown?.definition).to.equal("Actor choice Again");
  });

  it("names the function that throws, not the instance that the compiler generates", async () => {
    const world = await World.of({
      main: definitions`
        val $$$$sc_$$fHasThrowBoom_1: Text -> Update Unit =
          \(text: Text) -> throw @(Update Unit) @Boom Boom {text = text};
        val giveUp: Text -> Update Unit =
          \(text: Text) -> Main:$$$$sc_$$fHasThrowBoom_1 (APPEND_TEXT "lost: " text);`,
      actions: actions`nonconsuming choice Fail: Unit = Main:giveUp "all";`,
    });
    const { location, stack } = placeOf(await ledgerErrorOf(world.act("Fail")));
    expect(location).to.include({ definition: "giveUp", range: undefined });
    expect(stack.at(-1)).to.have.property("definition", "instance HasThrowBoom");
  });

  it("names the throw of an exception whose effects cannot be rolled back", async () => {
    const error = await stage.failure(bob, inShop("Refund", paying("11")));
    expect(error.code).to.equal("DAML_EFFECTFUL_ROLLBACK_ERROR");
    expect(placeOf(error).location).to.include({ module: "Vault", definition: "assertCovered" });
    expect(stackOf(error)).to.deep.equal([
      "command Shop.Refund",
      "exercise Shop.Refund",
      "Shop Shop choice Refund 28:103",
      "Shop Till choice Settle 14:7",
      "Vault Vault choice Withdraw 19:26",
      "Vault assertCovered 10:12",
    ]);
    expect(error.reason?.cause).to.match(
      /^Contract code caught an exception after the `try` block/u,
    );
    expect(error.reason?.advice).to.match(/^Check the condition before the block/u);
  });

  it("names the ledger time if a time bound was missed", async () => {
    const before = "2023-12-31T23:59:59Z";
    const error = await stage.failure(bob, inShop("Redeem", { before }));
    expect(error.message).to.match(/Shop:Late.*: the voucher has expired$/u);
    expect(placeOf(error).location?.range).to.include({ line: 39, column: 45 });
    expect(textAt(placeOf(error))).to.equal("throw @(Update Unit) @Late Late {}");
    expect(placeOf(error).ledgerTime).to.equal("2024-01-01T00:00:00Z");
    expect(linesOf(error)).to.include("Ledger time: 2024-01-01T00:00:00Z");
    expect(placeOf(error).stack[1]).to.have.nested.property("argument.before", before);
  });

  it("shows the precondition of the version that refuses a contract of another version", async () => {
    const full = await stage.vault(bob, "1000");
    await stage.upgrade();
    const error = await stage.failure(
      bob,
      exercising("Vault:Vault", full, "Withdraw", { amount: "1" }),
    );
    expect(error.code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
    expect(placeOf(error).location).to.include({
      package: "vault-2.0.0",
      definition: "Vault ensure",
    });
    expect(textAt(placeOf(error))).to.equal("LESS_EQ @Int64 this.balance 100");
    expect(error.reason).to.deep.equal({
      cause: `The contract ${full} was created by vault-1.0.0. The submission reads it with vault-2.0.0, whose template does not accept it.`,
      advice: `Add ${stage.vaultPackage} (vault-1.0.0) to packageIdSelectionPreference, or replace the contract by a contract that the new version accepts.`,
    });
  });

  it("does not name the precondition of another template or of an earlier submission", async () => {
    const world = await World.of({
      main: definitions`
        template Bounded with {owner: Party, amount: Int64} {
          precondition LESS_EQ @Int64 this.amount 100;
          signatories [@Party this.owner];
        }
        template Flagged with {owner: Party, ok: Bool} {
          precondition this.ok;
          signatories [@Party this.owner];
        }`,
      actions: actions`nonconsuming choice Ask: Unit by [@Party this.owner] = pure @Unit ();`,
    });
    const create = (template: string, fields: object): CreateCommand => ({
      CreateCommand: {
        templateId: `#world:Main:${template}`,
        createArguments: { owner: world.alice, ...fields },
      },
    });
    const definitionFor = async (...commands: readonly CreateCommand[]) => {
      const { daml } = await ledgerErrorOf(world.ledger.submit({ actAs: world.alice, commands }));
      return daml?.location?.definition;
    };
    const flagged = create("Flagged", { ok: false });
    expect(await definitionFor(create("Bounded", { amount: "1" }), flagged)).to.equal(undefined);
    expect(await definitionFor(create("Bounded", { amount: "1000" }))).to.equal("Bounded ensure");
    expect(await definitionFor(flagged)).to.equal(undefined);
  });

  it("says how many frames of a deep stack are not shown", async () => {
    const world = await World.of({
      actions: actions`
        nonconsuming choice Dive (arg: Int64): Int64 =
          if EQUAL @Int64 arg 0 then throw @(Update Int64) @Boom Boom {text = "lost"}
          else exercise @Actor Dive self (SUB_INT64 arg 1);`,
    });
    const { stack, note } = placeOf(await ledgerErrorOf(world.act("Dive", "99")));
    // The command, 100 exercises, and the code of each.
    expect(stack).to.have.length(60);
    expect(note).to.match(/The stack is shown without 141 frames in its middle\.$/u);
  });

  it("says that the place of endless code may be wrong", async () => {
    const world = await World.of({
      main: definitions`
        val endless: Int64 -> Int64 = \(n: Int64) -> Main:endless (ADD_INT64 n 1);`,
      actions: actions`nonconsuming choice Run (arg: Int64): Int64 = pure @Int64 (Main:endless arg);`,
    });
    const error = await ledgerErrorOf(world.act("Run", "1"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(placeOf(error).note).to.match(/The code ran too long\./u);
  });

  it("gives advice that works for a contract of another version", async () => {
    const full = await stage.vault(bob, "1000");
    await stage.upgrade();
    const { transaction } = await stage.ledger.submit({
      actAs: bob,
      commands: exercising("Vault:Vault", full, "Withdraw", { amount: "1" }),
      packageIdSelectionPreference: [stage.vaultPackage],
    });
    expect(transaction.events).to.have.length(2);
  });

  it("shows the fetch of a contract that the submitter does not see", async () => {
    const hidden = await stage.vault(carol, "10");
    const error = await stage.failure(bob, inShop("Inspect", { vault: hidden }));
    expect(error.code).to.equal("CONTRACT_NOT_FOUND");
    expect(stackOf(error)).to.deep.equal([
      "command Shop.Inspect",
      "exercise Shop.Inspect",
      "Shop Shop choice Inspect 43:7",
    ]);
    expect(textAt(placeOf(error))).to.match(/^fetch @\w+:Vault:Vault arg\.vault$/u);
    expect(error.reason?.cause).to.equal(
      `The ledger has no contract with this id that has ${bob} as a stakeholder.`,
    );
    expect(error.reason?.advice).to.include("disclose the contract in disclosedContracts");
  });

  it("shows which command archived a contract in the meantime, and the exercise that needed it", async () => {
    await stage.ledger.submit({
      actAs: alice,
      commands: exercising("Vault:Vault", vault, "Freeze"),
    });
    const offset = stage.ledger.state.ledgerEnd;
    const error = await stage.failure(bob, inShop("Checkout", paying("1")));
    expect(error.code).to.equal("CONTRACT_NOT_FOUND");
    expect(placeOf(error).location).to.include({ definition: "Till choice Settle" });
    expect(textAt(placeOf(error))).to.match(/^exercise @\w+:Vault:Vault Withdraw arg\.vault$/u);
    expect(error.reason?.cause).to.equal(
      `The contract was archived at offset ${offset} by the choice Freeze of Vault:Vault.`,
    );
  });

  describe("of missing authority", () => {
    it("show the controllers of a choice that another party exercises", async () => {
      const error = await stage.failure(bob, exercising("Shop:Till", till, "Close"));
      expect(placeOf(error).location).to.include({ definition: "Till choice Close controller" });
      expect(textAt(placeOf(error))).to.equal("[@Party this.owner]");
      expect(error.reason).to.deep.equal({
        cause: `The exercise needs the authority of its controllers: ${alice}. The command has only the authority of actAs: ${bob}.`,
        advice: `Add ${alice} to actAs.`,
      });
    });

    it("show the signatories of a contract that another party creates", async () => {
      const createArguments = { owner: alice, cashier: bob };
      const error = await stage.failure(bob, {
        CreateCommand: { templateId: "#shop:Shop:Till", createArguments },
      });
      expect(placeOf(error).location).to.include({ definition: "Till signatory" });
      expect(textAt(placeOf(error))).to.equal("[@Party this.owner]");
    });

    it("name controllers and signatories whose authority a choice has", async () => {
      const argument = { till, customer: carol };
      const error = await stage.failure(bob, exercising("Shop:Voucher", voucher, "Give", argument));
      expect(textAt(placeOf(error))).to.match(/^create @Voucher Voucher \{/u);
      expect(error.reason).to.deep.equal({
        cause: `The create needs the authority of its signatories: ${alice}, ${carol}. The step is part of the choice Shop:Voucher.Give, which has only the authority of its controllers, ${bob}, and of the signatories of its contract, ${alice}, ${bob}.`,
        advice: `Make ${carol} a controller of Shop:Voucher.Give or a signatory of its contract, or use a choice of a contract that ${carol} signed.`,
      });
    });

    it("explain that a choice does not have the authority of actAs", async () => {
      const command = inShop("Shut", { till, customer: carol });
      const error = await stage.failure([alice, bob], command);
      expect(textAt(placeOf(error))).to.equal("exercise @Till Close arg.till ()");
      expect(stackOf(error)).to.deep.equal([
        "command Shop.Shut",
        "exercise Shop.Shut",
        "Shop Shop choice Shut 46:7",
      ]);
      expect(error.reason?.cause).to.equal(
        `The exercise needs the authority of its controllers: ${alice}. The step is part of the choice Shop:Shop.Shut, which has only the authority of its controllers, ${bob}, and of the signatories of its contract, ${bob}. Inside a choice, it does not matter that ${alice} is in actAs.`,
      );
    });

    it("report a contract without signatories", async () => {
      const error = await stage.failure(bob, exercising("Shop:Voucher", voucher, "Unsigned"));
      expect(textAt(placeOf(error))).to.equal("create @Nobody Nobody {}");
      expect(error.reason?.cause).to.equal(
        "The list of signatories of the contract is empty for this argument.",
      );
    });
  });

  it("reveal nothing about contracts of other parties, even in choices", async () => {
    const parties = [alice, bob, carol];
    const unknown = vault.slice(0, -8) + (vault.endsWith("00000000") ? "11111111" : "00000000");
    const fetch = createFetch(stage.ledger, { auth: "disabled" });
    let asked = 0;
    const told = async (reader: string, command: Command, id: string): Promise<string> => {
      const body = { commands: commandsBody(reader, command, { commandId: `ask-${++asked}` }) };
      const response = await fetch("/v2/commands/submit-and-wait-for-transaction", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { code, cause, hint } = (await response.json()) as Record<string, unknown>;
      expect(hint).to.be.an("object");
      return JSON.stringify([code, cause, hint]).replaceAll(id, "ID");
    };
    for (const reader of parties) {
      const own = await stage.create([reader], "Shop:Shop", { owner: reader });
      const inspect = (id: string): Command =>
        exercising("Shop:Shop", own, "Inspect", { vault: id });
      const shut = (id: string): Command =>
        exercising("Shop:Shop", own, "Shut", { till: id, customer: reader });
      for (const owner of parties) {
        if (owner === reader) continue;
        const third = parties.find((party) => party !== reader && party !== owner) ?? owner;
        const hidden = await stage.create([owner], "Shop:Till", { owner, cashier: third });
        const vaults = owner === alice || reader === alice ? [] : [await stage.vault(owner, "1")];
        for (const isArchived of [false, true]) {
          if (isArchived) {
            const close = exercising("Shop:Till", hidden, "Close");
            await stage.ledger.submit({ actAs: owner, commands: close });
          }
          expect(await told(reader, shut(hidden), hidden)).to.equal(
            await told(reader, shut(unknown), unknown),
          );
          for (const id of vaults) {
            expect(await told(reader, inspect(id), id)).to.equal(
              await told(reader, inspect(unknown), unknown),
            );
          }
        }
      }
    }
  });
});
