import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import {
  booleanOptionCheck,
  createListCheck,
  createOneOfCheck,
  createOptionsObjectCheck,
  functionOptionCheck,
  type OptionChecks,
  requireOptionsPresent,
  requireWellFormedOptions,
  textOptionCheck,
} from "../../base/errors/options.ts";
import type {
  ContractId,
  Micros,
  NodeId,
  Offset,
  Party,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import type { CoinHistoryRecordContent } from "../../base/model/coin-history-record.ts";

/**
 * The rules that turn the transactions of one coin into history (transaction-history.md 12). A host
 * defines them for its own coin and passes them to the ledger as `history`.
 *
 * The ledger visits the nodes of every transaction in pre-order, beginning with the roots. At each
 * exercise it applies the first matching rule; without a matching rule, it visits the children.
 * Rules read only the transaction and its contracts, so the same journal always gives the same
 * history.
 */
export interface HistoryAdapter {
  /** For each exercise, the first matching rule applies. */
  readonly rules: readonly CoinHistoryRule[];
  /** Determines which contracts are coins, for net flows and to detect unmatched changes. */
  readonly coins?: readonly CoinContractMatcher[];
  /**
   * The handling of coins that are created or consumed outside every rule: `"ignore"` (default),
   * `"netFlow"` to derive records from the balance changes, or `"error"` to report a problem to
   * `onError`.
   */
  readonly onUnmatched?: "ignore" | "netFlow" | "error";
  /**
   * `"show"` gives a record if coins of one owner were consumed and no new coins were created;
   * `"hide"` does not. Default `"hide"`.
   */
  readonly burns?: "hide" | "show";
  /** Returns the round of a record that was derived from a net flow; none by default. */
  readonly round?: (exercise: ExerciseForHistoryRules) => bigint | undefined;
  /**
   * The part of the history to omit if a rule throws or a coin change cannot be explained: the
   * records of that node, or of the whole transaction. If it is a function, the ledger calls it
   * with the problem; if the function throws, all records of the transaction are omitted. The
   * transaction itself is committed in any case. Default `"skipNode"`.
   */
  readonly onError?:
    CoinHistoryErrorHandling | ((problem: CoinHistoryRuleProblem) => CoinHistoryErrorHandling);
}

/**
 * The part of coin history to omit if a rule throws: the records of one node, or of its whole
 * transaction.
 */
export type CoinHistoryErrorHandling = "skipNode" | "skipTransaction";

/** An error of a rule of coin history, with its place. */
export interface CoinHistoryRuleProblem {
  readonly error: unknown;
  readonly updateId: UpdateId;
  readonly nodeId: NodeId;
}

/** A rule for matching exercises. */
export type CoinHistoryRule =
  /** Reports records for this exercise; its children are not visited. */
  | {
      readonly kind: "emit";
      readonly match: CoinHistoryRuleCondition;
      readonly emit: (
        exercise: ExerciseForHistoryRules,
        transaction: HistoryRuleTransactionView,
      ) => CoinHistoryEntry | readonly CoinHistoryEntry[];
    }
  /** Changes the records of the children. */
  | {
      readonly kind: "wrap";
      readonly match: CoinHistoryRuleCondition;
      readonly wrap: (
        inner: readonly CoinHistoryRecordDraft[],
        exercise: ExerciseForHistoryRules,
        transaction: HistoryRuleTransactionView,
      ) => readonly CoinHistoryRecordDraft[];
    }
  /**
   * Reports the coins that moved in this exercise and below it. If new coins have no consumed
   * coins, they are recorded as taps if `faucet` is true, otherwise as mints.
   */
  | {
      readonly kind: "netFlow";
      readonly match: CoinHistoryRuleCondition;
      readonly faucet?: boolean;
    }
  /** Reports nothing for this exercise and its children. */
  | { readonly kind: "silent"; readonly match: CoinHistoryRuleCondition }
  /** Reports only the records of the children. The exercise itself may change coins. */
  | { readonly kind: "descend"; readonly match: CoinHistoryRuleCondition };

/** Conditions on an exercise; all must hold. */
export interface CoinHistoryRuleCondition {
  readonly choice: string;
  /** `#<package name>:<Module>:<Entity>`; matches all versions of the package. */
  readonly template?: string;
  /** The interface that the choice was exercised through, in the same form. */
  readonly interface?: string;
  readonly where?: (
    exercise: ExerciseForHistoryRules,
    transaction: HistoryRuleTransactionView,
  ) => boolean;
}

/** The content of a record. */
export interface CoinHistoryEntry {
  readonly round?: bigint | undefined;
  readonly body: CoinHistoryRecordContent;
}

/** A record without its ids, which the ledger adds. */
export interface CoinHistoryRecordDraft extends CoinHistoryEntry {
  /** The node that the record is about; a part of the record's id. */
  readonly nodeId: NodeId;
}

/**
 * Identifies coins: contracts of one template, or of all templates that implement one interface.
 */
export interface CoinContractMatcher {
  /** `#<package name>:<Module>:<Entity>` of a template or an interface. */
  readonly id: string;
  /** Returns undefined for a contract that is not a coin. */
  readonly view: (contract: HistoryContract) => CoinInContract | undefined;
}

/** The coin in a contract. Amounts and rate are in units of 10^-10. */
export interface CoinInContract {
  readonly owner: Party;
  readonly amount: bigint;
  readonly lockedBy?: readonly Party[];
  /**
   * If both fields are present, balance changes are amounts as of round zero; otherwise plain
   * amounts.
   */
  readonly createdRound?: bigint;
  readonly ratePerRound?: bigint;
}

/** An exercise in the form that rules see. Argument and result are JSON of the ledger API. */
export interface ExerciseForHistoryRules {
  readonly kind: "exercise";
  readonly nodeId: NodeId;
  readonly contractId: ContractId;
  /** `#<package name>:<Module>:<Entity>`. */
  readonly template: string;
  /** Present if the choice was exercised through an interface; in the same form. */
  readonly interface?: string;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: readonly Party[];
  readonly argument: unknown;
  readonly result: unknown;
}

/** A contract in the form that rules see. */
export interface HistoryContract {
  readonly contractId: ContractId;
  /** `#<package name>:<Module>:<Entity>`. */
  readonly template: string;
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly payload: unknown;
}

/** A create in the form that rules see. */
export interface CreateForHistoryRules {
  readonly kind: "create";
  readonly nodeId: NodeId;
  readonly contract: HistoryContract;
}

/** The transaction in the form that rules see, without nodes below a rollback. */
export interface HistoryRuleTransactionView {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly effectiveAt: Micros;
  /** Returns a contract that this transaction created. */
  readonly created: (contractId: ContractId) => HistoryContract | undefined;
  /** Returns a contract that this transaction created or used. */
  readonly contract: (contractId: ContractId) => HistoryContract | undefined;
  /** Returns all creates and exercises below the exercise, in pre-order. */
  readonly subtree: (
    exercise: Pick<ExerciseForHistoryRules, "nodeId">,
  ) => readonly (ExerciseForHistoryRules | CreateForHistoryRules)[];
  /**
   * Returns the coins that the exercise and the nodes below it consumed and created. Coins that
   * they both created and consumed are not included.
   */
  readonly netFlow: (exercise: Pick<ExerciseForHistoryRules, "nodeId">) => NetFlowCoins;
}

/**
 * The coins that a part of a transaction consumed and created. Coins that it both created and
 * consumed are not included.
 */
export interface NetFlowCoins {
  readonly consumed: readonly CoinInContract[];
  readonly created: readonly CoinInContract[];
}

const templateReferencePattern = /^#[A-Za-z0-9\-_]{1,255}:[A-Za-z0-9$_.]+:[A-Za-z0-9$_.]+$/;

const historyMatchChecks: OptionChecks<CoinHistoryRuleCondition> = {
  choice: textOptionCheck,
  template: textOptionCheck,
  interface: textOptionCheck,
  where: functionOptionCheck,
};

const ruleCheck = createOptionsObjectCheck({
  kind: createOneOfCheck("emit", "wrap", "netFlow", "silent", "descend"),
  match: createOptionsObjectCheck(historyMatchChecks),
  emit: functionOptionCheck,
  wrap: functionOptionCheck,
  faucet: booleanOptionCheck,
});

const coinTemplateChecks: OptionChecks<CoinContractMatcher> = {
  id: textOptionCheck,
  view: functionOptionCheck,
};

const historyRemedyCheck = createOneOfCheck("skipNode", "skipTransaction");

const historyAdapterChecks: OptionChecks<HistoryAdapter> = {
  rules: createListCheck("rules", ruleCheck),
  coins: createListCheck("coins", createOptionsObjectCheck(coinTemplateChecks)),
  onUnmatched: createOneOfCheck("ignore", "netFlow", "error"),
  burns: createOneOfCheck("hide", "show"),
  round: functionOptionCheck,
  onError: (value, field) =>
    typeof value === "function" ? undefined : historyRemedyCheck(value, field),
};

/**
 * Returns the adapter after checking it: every template and interface must have the form
 * `#<package name>:<Module>:<Entity>`. Raises INVALID_ARGUMENT.
 */
export const defineHistory = (adapter: HistoryAdapter): HistoryAdapter => {
  requireWellFormedOptions(adapter, historyAdapterChecks);
  requireOptionsPresent({ ...adapter }, ["rules"]);
  for (const [index, { match }] of adapter.rules.entries()) {
    assertReference(match.template, `rules[${index}].match.template`);
    assertReference(match.interface, `rules[${index}].match.interface`);
  }
  for (const [index, { id }] of (adapter.coins ?? []).entries()) {
    assertReference(id, `coins[${index}].id`);
  }
  return adapter;
};

const assertReference = (text: string | undefined, path: string): void => {
  if (text === undefined || templateReferencePattern.test(text)) return;
  throw createInvalidArgumentError({
    field: path,
    expected: "#<package name>:<Module>:<Entity>",
    found: text,
  });
};
