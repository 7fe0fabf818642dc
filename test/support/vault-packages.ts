import { allocateParty, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import {
  type Command,
  createLedger,
  type DamlFailure,
  type DamlFrame,
  type Ledger,
  type LedgerError,
  type LedgerOptions,
} from "../../lib/index.ts";
import { ledgerErrorOf } from "./error-of.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./lf/assemble.ts";
import { locatedModules } from "./lf/notation.ts";

/** A package whose archive has locations, with its source. */
interface LocatedPackage extends AssembledPackage {
  readonly file: string;
  readonly text: string;
}

const located = (name: string, version: string, text: string): LocatedPackage => {
  const [, module = ""] = /^module (\w+)/u.exec(text) ?? [];
  const assembled = assemblePackage({ name, version, ...locatedModules(text) });
  return { ...assembled, file: `${name}-${version}/${module}.daml`, text };
};

const darOf = (main: LocatedPackage, dependencies: readonly LocatedPackage[] = []): Uint8Array =>
  assembleDar(main, dependencies, { [main.file]: main.text });

/** `ensure` is part of the template from version 2.0.0 on. */
const vaultText = (ensure: string): string => `module Vault {
  record Withdraw {amount: Int64}
  exception Overdrawn {missing: Int64}
    message \\(e: Overdrawn) -> APPEND_TEXT "overdrawn by " (INT64_TO_TEXT e.missing);

  val assertCovered: Int64 -> Int64 -> Update Unit =
    \\(balance: Int64) (amount: Int64) ->
      if LESS_EQ @Int64 amount balance
      then pure @Unit ()
      else throw @(Update Unit) @Overdrawn Overdrawn {missing = SUB_INT64 amount balance};

  template Vault with {bank: Party, owner: Party, balance: Int64} {
    ${ensure}
    signatories [@Party this.bank];
    observers [@Party this.owner];

    choice Withdraw (arg: Withdraw): ContractId Vault by [@Party this.owner] =
      do {
        covered: Unit <- Vault:assertCovered this.balance arg.amount;
        create @Vault Vault {this with balance = SUB_INT64 this.balance arg.amount}
      };

    choice Freeze by [@Party this.bank] =
      TRACE @(Update Unit) "frozen" (pure @Unit ());
  }
}
`;

const vault = located("vault", "1.0.0", vaultText("// every balance is accepted"));
const strictVault = located(
  "vault",
  "2.0.0",
  vaultText("precondition LESS_EQ @Int64 this.balance 100;"),
);

const vaultType = `${vault.packageId}:Vault:Vault`;

/** Returns a DAR of the first version of the vault, with its source. */
export const vaultDar = (): Uint8Array => darOf(vault);

const shop = located(
  "shop",
  "1.0.0",
  `module Shop {
  record Pay {vault: ContractId ${vaultType}, amount: Int64}
  record Checkout {till: ContractId Till, pay: Pay}
  record Redeem {before: Timestamp}
  record OnVault {vault: ContractId ${vaultType}}
  record OnTill {till: ContractId Till, customer: Party}
  exception Late {} message \\(e: Late) -> "the voucher has expired";

  template Till with {owner: Party, cashier: Party} {
    signatories [@Party this.owner];
    observers [@Party this.cashier];

    nonconsuming choice Settle (arg: Pay): ContractId ${vaultType} by [@Party this.cashier] =
      exercise @${vaultType} Withdraw arg.vault
        (${vault.packageId}:Vault:Withdraw {amount = arg.amount});

    choice Close by [@Party this.owner] = pure @Unit ();
  }

  template Shop with {owner: Party} {
    signatories [@Party this.owner];

    nonconsuming choice Checkout (arg: Checkout): ContractId ${vaultType} by [@Party this.owner] =
      TRACE @(Update (ContractId ${vaultType})) "checking out"
        (exercise @Till Settle arg.till arg.pay);

    nonconsuming choice Refund (arg: Checkout): ContractId ${vaultType} by [@Party this.owner] =
      try @(ContractId ${vaultType}) (exercise @Till Settle arg.till arg.pay)
      catch failure ->
        case fromAnyException @${vault.packageId}:Vault:Overdrawn failure of {
          Some overdrawn -> Some @(Update (ContractId ${vaultType}))
            (throw @(Update (ContractId ${vaultType})) @${vault.packageId}:Vault:Overdrawn overdrawn);
          _ -> None @(Update (ContractId ${vaultType}))
        };

    nonconsuming choice Redeem (arg: Redeem) by [@Party this.owner] =
      do {
        isInTime: Bool <- isLedgerTimeBefore arg.before;
        if isInTime then pure @Unit () else throw @(Update Unit) @Late Late {}
      };

    nonconsuming choice Inspect (arg: OnVault): ${vaultType} by [@Party this.owner] =
      fetch @${vaultType} arg.vault;

    nonconsuming choice Shut (arg: OnTill) by [@Party this.owner] =
      exercise @Till Close arg.till ();

    nonconsuming choice Hire (arg: OnTill): ContractId Till by [@Party arg.customer] =
      create @Till Till {owner = arg.customer, cashier = this.owner};
  }

  template Voucher with {issuer: Party, holder: Party} {
    signatories [@Party this.issuer, this.holder];

    choice Give (arg: OnTill): ContractId Voucher by [@Party this.holder] =
      create @Voucher Voucher {issuer = this.issuer, holder = arg.customer};

    choice Unsigned: ContractId Nobody by [@Party this.holder] = create @Nobody Nobody {};
  }

  template Nobody with {} {
    signatories [@Party];
  }
}
`,
);

/**
 * A ledger with two packages that contain source locations, and the parties alice, bob and carol. Alice is
 * the bank.
 */
export class VaultStage {
  readonly ledger: Ledger;
  readonly parties: Readonly<Record<"alice" | "bob" | "carol", string>>;
  /** Package id of the first version of the vault. */
  readonly vaultPackage: string = vault.packageId;

  private constructor(ledger: Ledger, parties: VaultStage["parties"]) {
    this.ledger = ledger;
    this.parties = parties;
  }

  static async open(options: LedgerOptions = {}): Promise<VaultStage> {
    const ledger = await createLedger({
      daml: createDamlLoader(),
      seed: 1,
      clock: { freeze: "2024-01-01T00:00:00Z" },
      ...options,
    });
    await uploadDar(ledger, { dar: darOf(vault) });
    await uploadDar(ledger, { dar: darOf(shop, [vault]) });
    const allocate = async (partyIdHint: string): Promise<string> =>
      (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
    return new VaultStage(ledger, {
      alice: await allocate("alice"),
      bob: await allocate("bob"),
      carol: await allocate("carol"),
    });
  }

  /** Uploads a version of the vault whose template has a precondition. */
  async upgrade(): Promise<void> {
    await uploadDar(this.ledger, { dar: darOf(strictVault) });
  }

  /** Creates a contract of a type such as `Vault:Vault` or `Shop:Till`, and returns its id. */
  async create(actAs: readonly string[], type: string, createArguments: object): Promise<string> {
    const { transaction } = await this.ledger.submit({
      actAs,
      commands: { CreateCommand: { templateId: named(type), createArguments } },
    });
    const [event] = transaction.events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  }

  /** Creates a vault of this owner at alice's bank, and returns its id. */
  vault(owner: string, balance: string): Promise<string> {
    const { alice } = this.parties;
    return this.create([alice], "Vault:Vault", { bank: alice, owner, balance });
  }

  failure(actAs: string | readonly string[], commands: Command): Promise<LedgerError> {
    return ledgerErrorOf(this.ledger.submit({ actAs, commands }));
  }
}

const named = (type: string): string => `#${type.startsWith("Vault") ? "vault" : "shop"}:${type}`;

/** Returns a command that exercises a choice, such as `Close` of `Shop:Till`. */
export const exercising = (
  type: string,
  contractId: string,
  choice: string,
  choiceArgument: object = {},
): Command => ({
  ExerciseCommand: { templateId: named(type), contractId, choice, choiceArgument },
});

/** Returns a frame as text, without packages. */
export const shownFrame = (frame: DamlFrame): string => {
  if (frame.kind !== "function") {
    const type = frame.templateId.split(":").at(-1);
    return `${frame.kind} ${type}${frame.choice === undefined ? "" : `.${frame.choice}`}`;
  }
  const { module, definition, range } = frame;
  return `${module} ${definition}${range === undefined ? "" : ` ${range.line}:${range.column}`}`;
};

/** Returns the text of the source that the range of the location covers, from its first line. */
export const textAt = ({ location, excerpt }: DamlFailure): string | undefined => {
  const range = location?.range;
  if (range === undefined || excerpt === undefined) return undefined;
  const end = range.line === range.endLine ? range.endColumn - 1 : undefined;
  return excerpt.lines[range.line - excerpt.firstLine]?.slice(range.column - 1, end);
};
