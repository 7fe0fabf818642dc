import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { HistoryTransfer } from "../../base/model/coin-history-record.ts";
import {
  createListReader,
  type JsonObject,
  readInt64,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import { readAmount } from "./amount.ts";
import { readCoinTransfer } from "./coin-transfer.ts";
import {
  type CoinHistoryEntry,
  type CoinHistoryRecordDraft,
  type CoinHistoryRule,
  type CoinHistoryRuleCondition,
  type CoinInContract,
  defineHistory,
  type ExerciseForHistoryRules,
  type HistoryAdapter,
  type HistoryRuleTransactionView,
  type NetFlowCoins,
} from "./history-rules.ts";
import { omitUndefinedProperties } from "./omit-undefined.ts";

/**
 * The names of the templates and choices of a coin; each template is
 * `#<package name>:<Module>:<Entity>`.
 */
export interface CoinTypeNames {
  /**
   * The word for the coin in names of choices and fields: `Coin` gives `CoinRules_Transfer`,
   * `coinSum`, `inputCoinAmount` …
   */
  readonly word: string;
  readonly coin: string;
  readonly lockedCoin: string;
  readonly rules: string;
  readonly preapproval: string;
  /** The template that implements the interface with the choice TransferFactory_Transfer. */
  readonly transferFactory: string;
  /** The template that implements the interface with the choices TransferInstruction_…. */
  readonly transferInstruction: string;
  /**
   * The template that implements the interface with the choices Allocation_…; absent for a coin
   * without allocations.
   */
  readonly allocation?: string;
  /** The metadata key under which a transfer has its description. */
  readonly reasonKey: string;
}

/**
 * Returns the rules that turn transactions of the coin with these names into history
 * (transaction-history.md 6). If a choice without a rule creates or consumes coins, the adapter
 * reports a problem. If a node cannot be read, only the records of that node are omitted.
 */
export const createCoinHistoryAdapter = (names: CoinTypeNames): HistoryAdapter =>
  defineHistory({
    rules: [
      ...issueRules(names),
      transferRule(names),
      ...tokenStandardRules(names),
      ...instructionRules(names),
      preapprovalRule(names),
      ...silentRules(names),
    ],
    coins: [
      { id: names.coin, view: ({ payload }) => coinView(readJsonObject(payload)) },
      {
        id: names.lockedCoin,
        view: ({ payload }) => lockedCoinView(readJsonObject(payload), names.word),
      },
    ],
    onUnmatched: "error",
    onError: "skipNode",
  });

const coinView = (payload: JsonObject): CoinInContract => {
  const amount = readRequiredJsonField(payload, "amount", readJsonObject);
  return {
    owner: readRequiredJsonField(payload, "owner", readJsonString),
    amount: readRequiredJsonField(amount, "initialAmount", readAmount),
    createdRound: readRequiredJsonField(
      readRequiredJsonField(amount, "createdAt", readJsonObject),
      "number",
      readInt64,
    ),
    ratePerRound: readRequiredJsonField(
      readRequiredJsonField(amount, "ratePerRound", readJsonObject),
      "rate",
      readAmount,
    ),
  };
};

const lockedCoinView = (payload: JsonObject, word: string): CoinInContract => ({
  ...coinView(readRequiredJsonField(payload, word.toLowerCase(), readJsonObject)),
  lockedBy: readRequiredJsonField(
    readRequiredJsonField(payload, "lock", readJsonObject),
    "holders",
    createListReader(readJsonString),
  ),
});

/**
 * Returns the rules for choices that issue coins. They read the amount from the created coin in the
 * transaction, because that is the amount before all fees.
 */
const issueRules = ({ word, rules }: CoinTypeNames): readonly CoinHistoryRule[] =>
  (
    [
      ["tap", `${word}Rules_DevNet_Tap`],
      ["mint", `${word}Rules_Mint`],
    ] as const
  ).map(([kind, choice]) => ({
    kind: "emit",
    match: { choice, template: rules },
    emit: (exercise, transaction) => createIssueEntry(kind, word, exercise, transaction),
  }));

const createIssueEntry = (
  kind: "tap" | "mint",
  word: string,
  exercise: ExerciseForHistoryRules,
  transaction: HistoryRuleTransactionView,
): CoinHistoryEntry => {
  const summary = readRequiredJsonField(
    readJsonObject(exercise.result),
    `${word.toLowerCase()}Sum`,
    readJsonObject,
  );
  const contractId = readRequiredJsonField(summary, word.toLowerCase(), readJsonString);
  const created = transaction.created(contractId);
  if (created === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The transaction does not create the coin ${contractId} that the result of its choice names.`,
    });
  }
  const { owner, amount } = coinView(readJsonObject(created.payload));
  return { round: readRound(summary), body: { kind, owner, amount } };
};

const readRound = (json: JsonObject): bigint =>
  readRequiredJsonField(readRequiredJsonField(json, "round", readJsonObject), "number", readInt64);

const transferRule = ({ word, rules }: CoinTypeNames): CoinHistoryRule => ({
  kind: "emit",
  match: { choice: `${word}Rules_Transfer`, template: rules },
  emit: (exercise) => ({
    round: readRound(readJsonObject(exercise.result)),
    body: { kind: "transfer", ...readCoinTransfer(exercise, word) },
  }),
});

const preapprovalRule = ({ preapproval }: CoinTypeNames): CoinHistoryRule => ({
  kind: "wrap",
  match: { choice: "TransferPreapproval_Send", template: preapproval },
  wrap: (inner, { nodeId, argument }) => {
    const description = readOptionalJsonField(
      readJsonObject(argument),
      "description",
      readJsonString,
    );
    return inner.map((draft) =>
      patchTransferDraft({ ...draft, nodeId }, { description, transferKind: "preapproval_send" }),
    );
  },
});

/**
 * Returns the rules for transfers of the token standard. In newer packages, these transfers do not
 * exercise the transfer choice of the coin's rules. The sender and the receiver are then in the order
 * (`transfer`, or the transfer leg of an allocation). Paid amount, change and fee are computed from the
 * consumed and created coins; for a lock, the paid amount is that of the order.
 */
const tokenStandardRules = ({
  word,
  allocation,
  ...templates
}: CoinTypeNames): readonly CoinHistoryRule[] => {
  const isDirect: NonNullable<CoinHistoryRuleCondition["where"]> = (exercise, transaction) =>
    !transaction
      .subtree(exercise)
      .some((step) => step.kind === "exercise" && step.choice === `${word}Rules_Transfer`);
  return [
    {
      kind: "emit",
      match: {
        choice: "TransferFactory_Transfer",
        template: templates.transferFactory,
        where: isDirect,
      },
      emit: (exercise, transaction) => {
        const { argument, result } = exercise;
        const order = readRequiredJsonField(readJsonObject(argument), "transfer", readJsonObject);
        const pending = pendingInstruction(result);
        const description = readReason(order, templates.reasonKey);
        if (pending === undefined) {
          const isPreapproved = transaction
            .subtree(exercise)
            .some((step) => step.kind === "exercise" && step.template === templates.preapproval);
          return transferByOrder(order, transaction.netFlow(exercise), {
            description,
            transferKind: isPreapproved ? "preapproval_send" : undefined,
          });
        }
        return lockByOrder(order, transaction.netFlow(exercise), {
          description,
          transferInstructionReceiver: readRequiredJsonField(order, "receiver", readJsonString),
          transferInstructionAmount: readRequiredJsonField(order, "amount", readAmount),
          transferInstructionCid: pending,
          transferKind: "create_transfer_instruction",
        });
      },
    },
    {
      kind: "emit",
      match: {
        choice: "TransferInstruction_Accept",
        template: templates.transferInstruction,
        where: isDirect,
      },
      emit: (exercise, transaction) =>
        transferByOrder(
          readRequiredJsonField(
            readContractPayload(exercise, transaction),
            "transfer",
            readJsonObject,
          ),
          transaction.netFlow(exercise),
          {
            transferInstructionCid: exercise.contractId,
            transferKind: "transfer_instruction_accept",
          },
        ),
    },
    ...(allocation === undefined
      ? []
      : allocationRules(templates.transferFactory, allocation, isDirect)),
  ];
};

const allocationRules = (
  transferFactory: string,
  allocation: string,
  isDirect: NonNullable<CoinHistoryRuleCondition["where"]>,
): readonly CoinHistoryRule[] => [
  {
    kind: "emit",
    match: {
      choice: "AllocationFactory_Allocate",
      template: transferFactory,
      where: isDirect,
    },
    emit: (exercise, transaction) =>
      lockByOrder(
        readTransferLeg(readJsonObject(exercise.argument)),
        transaction.netFlow(exercise),
        {},
      ),
  },
  {
    kind: "emit",
    match: {
      choice: "Allocation_ExecuteTransfer",
      template: allocation,
      where: isDirect,
    },
    emit: (exercise, transaction) =>
      transferByOrder(
        readTransferLeg(readContractPayload(exercise, transaction)),
        transaction.netFlow(exercise),
        {},
      ),
  },
];

/** Returns the payload of the contract that a choice was exercised on. */
const readContractPayload = (
  { contractId }: ExerciseForHistoryRules,
  transaction: HistoryRuleTransactionView,
): JsonObject => readJsonObject(transaction.contract(contractId)?.payload);

/** Returns the transfer leg of an allocation: sender, receiver and amount. */
const readTransferLeg = (json: JsonObject): JsonObject =>
  readRequiredJsonField(
    readRequiredJsonField(json, "allocation", readJsonObject),
    "transferLeg",
    readJsonObject,
  );

/**
 * Returns the transfer that executed an order `{ sender, receiver, amount }` of the token standard.
 */
const transferByOrder = (
  order: JsonObject,
  flow: NetFlowCoins,
  patch: TransferPatch,
): CoinHistoryEntry =>
  entryByOrder(order, flow, {
    payee: readRequiredJsonField(order, "receiver", readJsonString),
    patch,
  });

/** Returns the transfer by which the sender of an order locked its amount. */
const lockByOrder = (
  order: JsonObject,
  flow: NetFlowCoins,
  patch: TransferPatch,
): CoinHistoryEntry =>
  entryByOrder(order, flow, {
    payee: readRequiredJsonField(order, "sender", readJsonString),
    patch,
  });

const sumCoinsOfOwner = (coins: readonly CoinInContract[], owner: string): bigint =>
  coins.reduce((sum, coin) => (coin.owner === owner ? sum + coin.amount : sum), 0n);

const entryByOrder = (
  order: JsonObject,
  { consumed, created }: NetFlowCoins,
  { payee, patch }: { readonly payee: string; readonly patch: TransferPatch },
): CoinHistoryEntry => {
  const party = readRequiredJsonField(order, "sender", readJsonString);
  const amount = readRequiredJsonField(order, "amount", readAmount);
  const input = sumCoinsOfOwner(consumed, party);
  const change = sumCoinsOfOwner(created, party) - (payee === party ? amount : 0n);
  const paid = payee === party ? amount : sumCoinsOfOwner(created, payee);
  return {
    round: created[0]?.createdRound,
    body: {
      kind: "transfer",
      sender: {
        party,
        senderChangeFee: 0n,
        senderChangeAmount: change,
        senderFee: input - change - paid,
        holdingFees: 0n,
        inputCoinAmount: input,
        inputAppRewardAmount: 0n,
        inputValidatorRewardAmount: 0n,
        inputSvRewardAmount: 0n,
        inputValidatorFaucetAmount: 0n,
      },
      receivers: [{ party: payee, amount: paid, receiverFee: 0n }],
      balanceChanges: [],
      ...omitUndefinedProperties(patch),
    },
  };
};

const instructionRules = (names: CoinTypeNames): readonly CoinHistoryRule[] => [
  {
    kind: "wrap",
    match: {
      choice: "TransferFactory_Transfer",
      template: names.transferFactory,
      where: ({ result }) => pendingInstruction(result) !== undefined,
    },
    wrap: (inner, { nodeId, argument, result }) => {
      const order = readRequiredJsonField(readJsonObject(argument), "transfer", readJsonObject);
      const patch = {
        description: readReason(order, names.reasonKey),
        transferInstructionReceiver: readRequiredJsonField(order, "receiver", readJsonString),
        transferInstructionAmount: readRequiredJsonField(order, "amount", readAmount),
        transferInstructionCid: pendingInstruction(result),
        transferKind: "create_transfer_instruction",
      } as const;
      return inner.map((draft) => patchTransferDraft({ ...draft, nodeId }, patch));
    },
  },
  {
    kind: "wrap",
    match: { choice: "TransferInstruction_Accept", template: names.transferInstruction },
    wrap: (inner, { contractId }) =>
      inner.map((draft) =>
        patchTransferDraft(draft, {
          transferInstructionCid: contractId,
          transferKind: "transfer_instruction_accept",
        }),
      ),
  },
  ...abortRules(names),
];

const abortRules = ({ transferInstruction }: CoinTypeNames): readonly CoinHistoryRule[] =>
  (
    [
      ["withdraw", "TransferInstruction_Withdraw"],
      ["reject", "TransferInstruction_Reject"],
    ] as const
  ).map(([abortKind, choice]) => ({
    kind: "emit",
    match: { choice, template: transferInstruction },
    emit: ({ contractId }) => ({
      body: {
        kind: "abortTransferInstruction",
        transferInstructionCid: contractId,
        abortKind,
      },
    }),
  }));

/**
 * Returns the rules for choices that give no record: unlocking, because locked coins count as part
 * of the balance; and expiry and burning coins to pay the administrator, because the API has no
 * record for them.
 */
const silentRules = ({ word, ...templates }: CoinTypeNames): readonly CoinHistoryRule[] =>
  [
    [`${word}_Expire`, templates.coin],
    [`Locked${word}_Expire${word}`, templates.lockedCoin],
    [`Locked${word}_Unlock`, templates.lockedCoin],
    [`Locked${word}_OwnerExpireLock`, templates.lockedCoin],
    [`${word}_ExpireV2`, templates.coin],
    [`Locked${word}_Expire${word}V2`, templates.lockedCoin],
    [`Locked${word}_UnlockV2`, templates.lockedCoin],
    [`Locked${word}_OwnerExpireLockV2`, templates.lockedCoin],
    [`${word}Rules_BuyMemberTraffic`, templates.rules],
    [`${word}Rules_CreateTransferPreapproval`, templates.rules],
    [`${word}Rules_CreateExternalPartySetupProposal`, templates.rules],
    ["TransferPreapproval_Renew", templates.preapproval],
  ].map(([choice = "", template = ""]) => ({ kind: "silent", match: { choice, template } }));

/**
 * Returns the contract id of the instruction that a transfer created; undefined if the transfer was
 * completed at once.
 */
const pendingInstruction = (result: unknown): string | undefined => {
  const output = readRequiredJsonField(readJsonObject(result), "output", readJsonObject);
  return output["tag"] === "TransferInstructionResult_Pending"
    ? readRequiredJsonField(
        readRequiredJsonField(output, "value", readJsonObject),
        "transferInstructionCid",
        readJsonString,
      )
    : undefined;
};

const readReason = (order: JsonObject, key: string): string | undefined => {
  const meta = readOptionalJsonField(order, "meta", readJsonObject) ?? {};
  return readOptionalJsonField(
    readOptionalJsonField(meta, "values", readJsonObject) ?? {},
    key,
    readJsonString,
  );
};

type TransferPatch = {
  readonly [Key in keyof HistoryTransfer]?: HistoryTransfer[Key] | undefined;
};

const patchTransferDraft = (
  draft: CoinHistoryRecordDraft,
  patch: TransferPatch,
): CoinHistoryRecordDraft =>
  draft.body.kind === "transfer"
    ? { ...draft, body: { ...draft.body, ...omitUndefinedProperties(patch) } }
    : draft;
