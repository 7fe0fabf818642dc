import { allocateParty } from "../../lib/admin/allocate-party.ts";
import { trustedCaller } from "../../lib/authorization/caller.ts";
import { submitAndWaitForTransactionTree } from "../../lib/commands/submit-and-wait.ts";
import { createLedger } from "../../lib/create-ledger.ts";
import type { Ledger } from "../../lib/ledger.ts";
import type { Party } from "../../lib/model/identifiers.ts";
import type { Package } from "../../lib/packages/package.ts";
import { activeContracts } from "../../lib/queries/active-contracts.ts";
import { eventsByContractId } from "../../lib/queries/events-by-contract-id.ts";

/** The real Amulet package at work: the acceptance scenario of daml-lf.md 25. */

const amulet = "#splice-amulet:";
export const rulesTemplate = `${amulet}Splice.AmuletRules:AmuletRules`;
export const externalRulesTemplate = `${amulet}Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules`;
export const preapprovalTemplate = `${amulet}Splice.AmuletRules:TransferPreapproval`;
export const amuletTemplate = `${amulet}Splice.Amulet:Amulet`;
export const lockedAmuletTemplate = `${amulet}Splice.Amulet:LockedAmulet`;
export const transferFactory =
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferFactory";
export const transferInstruction =
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferInstruction";

export const startTime = "2022-01-01T00:00:00Z";
export const emptyMeta = { values: {} };

/** A node of a transaction tree, as far as the scenario looks at it. */
export interface TreeNode {
  readonly kind: "created" | "exercised";
  readonly name: string;
  readonly contractId: string;
  readonly argument: unknown;
  readonly result?: unknown;
  readonly consuming?: boolean;
}

export interface Outcome {
  readonly nodes: readonly TreeNode[];
  /** Of the first root. */
  readonly result: unknown;
  /** Contract ids created, in order. */
  readonly created: readonly string[];
}

interface SubmitOptions {
  readonly readAs?: readonly Party[];
  /** Contracts the submitters cannot see. */
  readonly disclose?: readonly string[];
}

const issuance = (perYear: string, validator: string, app: string) => ({
  amuletToIssuePerYear: perYear,
  validatorRewardPercentage: validator,
  appRewardPercentage: app,
  validatorRewardCap: "0.2",
  featuredAppRewardCap: "100.0",
  unfeaturedAppRewardCap: "0.6",
  optValidatorFaucetCap: null,
});

const micros = (count: string) => ({ microseconds: count });

const transferFees = {
  withFees: {
    createFee: { fee: "0.03" },
    lockHolderFee: { fee: "0.005" },
    transferFee: {
      initialRate: "0.01",
      steps: [
        { _1: "100.0", _2: "0.001" },
        { _1: "1000.0", _2: "0.0001" },
        { _1: "1000000.0", _2: "0.00001" },
      ],
    },
  },
  noFees: {
    createFee: { fee: "0.0" },
    lockHolderFee: { fee: "0.0" },
    transferFee: { initialRate: "0.0", steps: [] },
  },
};

export type Fees = keyof typeof transferFees;

const configuration = (fees: Fees) => ({
  transferConfig: {
    ...transferFees[fees],
    holdingFee: { rate: "0.00002" },
    extraFeaturedAppRewardAmount: "1.0",
    maxNumInputs: "100",
    maxNumOutputs: "100",
    maxNumLockHolders: "10",
  },
  issuanceCurve: {
    initialValue: issuance("40000000000.0", "0.05", "0.15"),
    futureValues: [
      { _1: micros("15768000000000"), _2: issuance("20000000000.0", "0.12", "0.4") },
      { _1: micros("47304000000000"), _2: issuance("10000000000.0", "0.18", "0.62") },
      { _1: micros("157680000000000"), _2: issuance("5000000000.0", "0.21", "0.69") },
      { _1: micros("315360000000000"), _2: issuance("2500000000.0", "0.2", "0.75") },
    ],
  },
  decentralizedSynchronizer: {
    requiredSynchronizers: { map: [["sync-0", {}]] },
    activeSynchronizer: "sync-0",
    fees: {
      baseRateTrafficLimits: { burstAmount: "200000", burstWindow: micros("600000000") },
      extraTrafficPrice: "1.0",
      readVsWriteScalingFactor: "4",
      minTopupAmount: "1000000",
    },
  },
  tickDuration: micros("600000000"),
  packageConfig: {
    amulet: "0.1.0",
    amuletNameService: "0.1.0",
    dsoGovernance: "0.1.0",
    validatorLifecycle: "0.1.0",
    wallet: "0.1.0",
    walletPayments: "0.1.0",
  },
  transferPreapprovalFee: "0.00274",
  featuredAppActivityMarkerAmount: "1.0",
});

/** A ledger that runs Amulet, its parties, and the contracts that bootstrapping made. */
export class AmuletWorld {
  readonly ledger: Ledger;
  readonly parties: Readonly<Record<PartyHint, Party>>;
  readonly rules: string;
  readonly externalRules: string;
  /** Open mining rounds 0, 1 and 2. */
  readonly rounds: readonly string[];
  #commands = 0;

  private constructor(
    world: Pick<AmuletWorld, "ledger" | "parties" | "rules" | "externalRules" | "rounds">,
  ) {
    this.ledger = world.ledger;
    this.parties = world.parties;
    this.rules = world.rules;
    this.externalRules = world.externalRules;
    this.rounds = world.rounds;
  }

  /** Parties on a ledger with these packages, without any contracts. */
  static async with(packages: readonly Package[]): Promise<AmuletWorld> {
    const ledger = await createLedger({ packages, seed: 1, clock: { freeze: startTime } });
    const parties = await allocateAll(ledger);
    return new AmuletWorld({ ledger, parties, rules: "", externalRules: "", rounds: [] });
  }

  /** Steps A1 to A3. */
  static async bootstrap(packages: readonly Package[], fees: Fees): Promise<AmuletWorld> {
    const starting = await AmuletWorld.with(packages);
    const { ledger, parties } = starting;
    const { dso } = parties;
    const rules = await starting.create([dso], rulesTemplate, {
      dso,
      configSchedule: { initialValue: configuration(fees), futureValues: [] },
      isDevNet: true,
    });
    const externalRules = await starting.create([dso], externalRulesTemplate, { dso });
    const opening = await starting.exercise([dso], rulesTemplate, {
      contractId: rules,
      choice: "AmuletRules_Bootstrap_Rounds",
      argument: {
        amuletPrice: "0.5",
        round0Duration: micros("600000000"),
        initialRound: null,
      },
    });
    const world = new AmuletWorld({
      ledger,
      parties,
      rules,
      externalRules,
      rounds: opening.created,
    });
    world.#commands = starting.#commands;
    return world;
  }

  get openRound(): string {
    return this.rounds[1] ?? "";
  }

  async create(
    actAs: readonly Party[],
    templateId: string,
    createArguments: unknown,
  ): Promise<string> {
    const { created } = await this.submit(actAs, [
      { CreateCommand: { templateId, createArguments } },
    ]);
    return created[0] ?? "";
  }

  exercise(
    actAs: readonly Party[],
    templateId: string,
    exercise: { readonly contractId: string; readonly choice: string; readonly argument: unknown },
    options: SubmitOptions = {},
  ): Promise<Outcome> {
    const { contractId, choice, argument } = exercise;
    return this.submit(
      actAs,
      [{ ExerciseCommand: { templateId, contractId, choice, choiceArgument: argument } }],
      options,
    );
  }

  async submit(
    actAs: readonly Party[],
    commands: readonly unknown[],
    { readAs = [], disclose = [] }: SubmitOptions = {},
  ): Promise<Outcome> {
    this.#commands += 1;
    const request = {
      commands,
      actAs,
      readAs,
      userId: "scenario",
      commandId: `command-${this.#commands}`,
      disclosedContracts: disclose.map((each) => this.#disclosed(each)),
    };
    const { transactionTree } = await submitAndWaitForTransactionTree(
      this.ledger,
      request,
      trustedCaller,
    );
    const nodes = Object.values(transactionTree.eventsById).map(nodeOf);
    return {
      nodes,
      result: nodes[0]?.result,
      created: nodes.filter(({ kind }) => kind === "created").map(({ contractId }) => contractId),
    };
  }

  #disclosed(contractId: string): { readonly createdEventBlob: string } {
    const filter = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
    const { created } = eventsByContractId(
      this.ledger,
      {
        contractId,
        eventFormat: { filtersForAnyParty: { cumulative: [{ identifierFilter: filter }] } },
      },
      trustedCaller,
    );
    return { createdEventBlob: created.createdEvent.createdEventBlob };
  }

  /** Step A6: coin out of the faucet. */
  async tap(
    receiver: Party,
    amount: string,
    actAs: readonly Party[] = [receiver],
  ): Promise<Outcome> {
    return this.exercise(
      actAs,
      rulesTemplate,
      {
        contractId: this.rules,
        choice: "AmuletRules_DevNet_Tap",
        argument: { receiver, amount, openRound: this.openRound },
      },
      { disclose: [this.rules, this.openRound] },
    );
  }

  /** Step A7: coin under a lock that has run out. */
  lockedCoin(owner: Party, amount: string): Promise<string> {
    const { dso } = this.parties;
    return this.create([owner, dso], lockedAmuletTemplate, {
      lock: { holders: [dso], expiresAt: startTime, optContext: "test expired lock" },
      amulet: {
        dso,
        owner,
        amount: {
          initialAmount: amount,
          createdAt: { number: "1" },
          ratePerRound: { rate: "0.00004" },
        },
      },
    });
  }

  /** Step A5: the right to app rewards; its contract id. */
  async feature(provider: Party): Promise<string> {
    const { created } = await this.exercise(
      [provider],
      rulesTemplate,
      { contractId: this.rules, choice: "AmuletRules_DevNet_FeatureApp", argument: { provider } },
      { readAs: [this.parties.dso] },
    );
    return created[0] ?? "";
  }

  /** Step A4: coin may be sent to `receiver` without asking. */
  preapprove(receiver: Party, provider: Party): Promise<string> {
    const { dso } = this.parties;
    return this.create([receiver, provider, dso], preapprovalTemplate, {
      receiver,
      provider,
      dso,
      validFrom: startTime,
      lastRenewedAt: startTime,
      expiresAt: "2022-01-31T00:00:00Z",
    });
  }

  /** What choices of the token standard find their way by. */
  context(contracts: Readonly<Record<string, string>> = {}): unknown {
    const all = { "amulet-rules": this.rules, "open-round": this.openRound, ...contracts };
    return {
      values: Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, { tag: "AV_ContractId", value }]),
      ),
    };
  }

  /** Active contracts of a template that `party` sees: contract id and argument. */
  holdings(
    party: Party,
    templateId: string,
  ): readonly { readonly contractId: string; readonly argument: Holding }[] {
    const filter = { TemplateFilter: { value: { templateId } } };
    const items = activeContracts(
      this.ledger,
      {
        activeAtOffset: this.ledger.state.ledgerEnd,
        eventFormat: {
          filtersByParty: { [party]: { cumulative: [{ identifierFilter: filter }] } },
        },
      },
      trustedCaller,
    );
    const found: { contractId: string; argument: Holding }[] = [];
    for (const { contractEntry } of items) {
      if (!("JsActiveContract" in contractEntry)) continue;
      const { contractId, createArgument } = contractEntry.JsActiveContract.createdEvent;
      found.push({ contractId, argument: createArgument as Holding });
    }
    return found;
  }

  /** Ids of all coin that `owner` owns, locked or not. */
  coins(owner: Party): readonly string[] {
    const plain = this.holdings(owner, amuletTemplate);
    const locked = this.holdings(owner, lockedAmuletTemplate);
    return [...plain, ...locked]
      .filter(({ argument }) => (argument.amulet ?? argument).owner === owner)
      .map(({ contractId }) => contractId);
  }

  /** The sum of all coin that `owner` owns, locked or not, with its ten digits. */
  balance(owner: Party): string {
    const plain = this.holdings(owner, amuletTemplate);
    const locked = this.holdings(owner, lockedAmuletTemplate);
    const units = [...plain, ...locked]
      .map(({ argument }) => argument.amulet ?? argument)
      .filter((coin) => coin.owner === owner)
      .reduce((sum, coin) => sum + BigInt(coin.amount.initialAmount.replace(".", "")), 0n);
    const digits = units.toString().padStart(11, "0");
    return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
  }
}

interface Coin {
  readonly owner: Party;
  readonly amount: { readonly initialAmount: string };
}

interface Holding extends Coin {
  readonly amulet?: Coin;
}

const hints = ["dso", "alice", "bob", "alice-validator", "prov", "inv1", "inv2", "del"] as const;

type PartyHint = (typeof hints)[number];

const allocateAll = async (ledger: Ledger): Promise<Readonly<Record<PartyHint, Party>>> => {
  const entries: (readonly [string, Party])[] = [];
  for (const partyIdHint of hints) {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint });
    entries.push([partyIdHint, partyDetails.party]);
  }
  return Object.fromEntries(entries) as Record<PartyHint, Party>;
};

type TreeEvent = Awaited<
  ReturnType<typeof submitAndWaitForTransactionTree>
>["transactionTree"]["eventsById"][number];

const nodeOf = (event: TreeEvent): TreeNode => {
  if ("CreatedTreeEvent" in event) {
    const { templateId, contractId, createArgument } = event.CreatedTreeEvent.value;
    return {
      kind: "created",
      name: templateId.slice(templateId.lastIndexOf(":") + 1),
      contractId,
      argument: createArgument,
    };
  }
  const { choice, contractId, choiceArgument, exerciseResult, consuming } =
    event.ExercisedTreeEvent.value;
  return {
    kind: "exercised",
    name: choice,
    contractId,
    argument: choiceArgument,
    result: exerciseResult,
    consuming,
  };
};
