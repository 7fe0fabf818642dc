import { invalidArgument } from "../../base/errors/argument-error.ts";
import {
  callback,
  flag,
  listOfForm,
  oneOf,
  type OptionForms,
  optionsOf,
  requireOptions,
  requirePresent,
  text,
} from "../../base/errors/options.ts";
import type {
  ContractId,
  Micros,
  NodeId,
  Offset,
  Party,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import type { HistoryBody } from "../../base/model/history-record.ts";

/**
 * How the transactions of one coin become history (transaction-history.md 12). A host defines one for
 * its own coin and gives it to the ledger as `history`.
 *
 * Every transaction is walked in pre-order, from the outside in; at each exercise the first rule that
 * matches decides, and what no rule matches is left to its children. The walk reads nothing but the
 * transaction and the contracts it touches, so the same journal always gives the same history.
 */
export interface HistoryAdapter {
  /** The first one that matches decides. */
  readonly rules: readonly HistoryRule[];
  /** Which contracts are coins; needed for net flows and to notice unmatched changes. */
  readonly coins?: readonly CoinTemplate[];
  /**
   * What becomes of coins that are made or consumed outside every rule: nothing, what can be told
   * from who lost and who got how much, or a problem for `onError`. Default `"ignore"`.
   */
  readonly onUnmatched?: "ignore" | "netFlow" | "error";
  /** Consumed coins of one owner without anything made in return. Default `"hide"`. */
  readonly burns?: "hide" | "show";
  /** The round of a record derived from net flow; none by default. */
  readonly round?: (exercise: HistoryExercise) => bigint | undefined;
  /**
   * What to leave out when a rule throws, or when a coin change cannot be explained: what that node
   * would have reported, or all of the transaction. A function is told what happened; when it throws,
   * the transaction is left out. The transaction itself is committed whatever is said here. Default
   * `"skipNode"`.
   */
  readonly onError?: HistoryRemedy | ((problem: HistoryProblem) => HistoryRemedy);
}

/** What is left out of coin history where a rule throws: one node, or its whole transaction. */
export type HistoryRemedy = "skipNode" | "skipTransaction";

/** What a rule of coin history threw, and where. */
export interface HistoryProblem {
  readonly error: unknown;
  readonly updateId: UpdateId;
  readonly nodeId: NodeId;
}

/** What is made of exercises that match. */
export type HistoryRule =
  /** Reports this exercise; its children are not looked at. */
  | {
      readonly kind: "emit";
      readonly match: HistoryMatch;
      readonly emit: (
        exercise: HistoryExercise,
        transaction: HistoryTransactionView,
      ) => HistoryEntry | readonly HistoryEntry[];
    }
  /** Changes what the children report. */
  | {
      readonly kind: "wrap";
      readonly match: HistoryMatch;
      readonly wrap: (
        inner: readonly HistoryDraft[],
        exercise: HistoryExercise,
        transaction: HistoryTransactionView,
      ) => readonly HistoryDraft[];
    }
  /** Reports what coins moved below this exercise; coins from nowhere are taps if it is a faucet. */
  | { readonly kind: "netFlow"; readonly match: HistoryMatch; readonly faucet?: boolean }
  /** Reports nothing, neither this exercise nor its children. */
  | { readonly kind: "silent"; readonly match: HistoryMatch }
  /** Leaves it to the children; the exercise itself is expected to change coins. */
  | { readonly kind: "descend"; readonly match: HistoryMatch };

/** All that is given must hold. */
export interface HistoryMatch {
  readonly choice: string;
  /** `#<package name>:<Module>:<Entity>`; matches every version of the package. */
  readonly template?: string;
  /** The interface the choice was exercised through, in the same form. */
  readonly interface?: string;
  readonly where?: (exercise: HistoryExercise, transaction: HistoryTransactionView) => boolean;
}

/** What an exercise amounts to. */
export interface HistoryEntry {
  readonly round?: bigint | undefined;
  readonly body: HistoryBody;
}

/** A record in the making. */
export interface HistoryDraft extends HistoryEntry {
  /** The node that names the record. */
  readonly nodeId: NodeId;
}

/** Contracts of one template, or of all templates with one interface, that are coins. */
export interface CoinTemplate {
  /** `#<package name>:<Module>:<Entity>` of a template or an interface. */
  readonly id: string;
  /** Undefined for a contract that is no coin after all. */
  readonly view: (contract: HistoryContract) => CoinView | undefined;
}

/** Amounts and rate in units of 10^-10. */
export interface CoinView {
  readonly owner: Party;
  readonly amount: bigint;
  readonly lockedBy?: readonly Party[];
  /** With both, balance changes are counted as of round zero; without, plain. */
  readonly createdRound?: bigint;
  readonly ratePerRound?: bigint;
}

/** An exercise as rules see it. Argument and result are in the JSON form of the ledger API. */
export interface HistoryExercise {
  readonly kind: "exercise";
  readonly nodeId: NodeId;
  readonly contractId: ContractId;
  /** `#<package name>:<Module>:<Entity>`. */
  readonly template: string;
  /** Present when exercised through an interface; same form. */
  readonly interface?: string;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: readonly Party[];
  readonly argument: unknown;
  readonly result: unknown;
}

/** A contract as rules see it. */
export interface HistoryContract {
  readonly contractId: ContractId;
  /** `#<package name>:<Module>:<Entity>`. */
  readonly template: string;
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly payload: unknown;
}

/** A contract that was created, as rules of coin history see it. */
export interface HistoryCreate {
  readonly kind: "create";
  readonly nodeId: NodeId;
  readonly contract: HistoryContract;
}

/** The transaction as rules see it; nothing below a rollback is in it. */
export interface HistoryTransactionView {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly effectiveAt: Micros;
  /** A contract this transaction created. */
  readonly created: (contractId: ContractId) => HistoryContract | undefined;
  /** A contract this transaction created or used. */
  readonly contract: (contractId: ContractId) => HistoryContract | undefined;
  /** All creates and exercises below, in pre-order, without the exercise itself. */
  readonly subtree: (
    exercise: Pick<HistoryExercise, "nodeId">,
  ) => readonly (HistoryExercise | HistoryCreate)[];
  /** The coins consumed and made by the exercise and below, without those both made and consumed. */
  readonly netFlow: (exercise: Pick<HistoryExercise, "nodeId">) => NetFlow;
}

/** The coins that were consumed and created by what no rule of coin history matches. */
export interface NetFlow {
  readonly consumed: readonly CoinView[];
  readonly created: readonly CoinView[];
}

const reference = /^#[A-Za-z0-9\-_]{1,255}:[A-Za-z0-9$_.]+:[A-Za-z0-9$_.]+$/;

const matchForms: OptionForms<HistoryMatch> = {
  choice: text,
  template: text,
  interface: text,
  where: callback,
};

const ruleForm = optionsOf({
  kind: oneOf("emit", "wrap", "netFlow", "silent", "descend"),
  match: optionsOf(matchForms),
  emit: callback,
  wrap: callback,
  faucet: flag,
});

const coinForms: OptionForms<CoinTemplate> = { id: text, view: callback };

const remedy = oneOf("skipNode", "skipTransaction");

const adapterForms: OptionForms<HistoryAdapter> = {
  rules: listOfForm("rules", ruleForm),
  coins: listOfForm("coins", optionsOf(coinForms)),
  onUnmatched: oneOf("ignore", "netFlow", "error"),
  burns: oneOf("hide", "show"),
  round: callback,
  onError: (value, field) => (typeof value === "function" ? undefined : remedy(value, field)),
};

/**
 * Checks an adapter: every template and interface is named as `#<package name>:<Module>:<Entity>`.
 * Raises INVALID_ARGUMENT.
 */
export const defineHistory = (adapter: HistoryAdapter): HistoryAdapter => {
  requireOptions(adapter, adapterForms);
  requirePresent({ ...adapter }, ["rules"]);
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
  if (text === undefined || reference.test(text)) return;
  throw invalidArgument({
    field: path,
    expected: "#<package name>:<Module>:<Entity>",
    found: text,
  });
};
