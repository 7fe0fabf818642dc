import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type { CreateNode, ExerciseNode } from "../../base/model/node.ts";
import type { HistoryAdapterIndex } from "./adapter-index.ts";
import { deriveCoinFlowRecords, type TransactionCoinFlow } from "./coin-flow.ts";
import type {
  CoinHistoryEntry,
  CoinHistoryRecordDraft,
  CoinHistoryRule,
  HistoryRuleTransactionView,
} from "./history-rules.ts";
import { createTransactionViewForHistoryRules } from "./rule-view.ts";
import { TransactionCoinReader } from "./transaction-coin-reader.ts";
import type { TransactionReaderForHistoryRules } from "./transaction-for-history-rules.ts";

type CreateOrExerciseNode = CreateNode | ExerciseNode;

/**
 * The creates and exercises on one level of the transaction tree, and a function that combines
 * their records.
 */
interface TransactionTreeLevel {
  readonly steps: readonly CreateOrExerciseNode[];
  readonly complete: (
    drafts: readonly CoinHistoryRecordDraft[],
  ) => readonly CoinHistoryRecordDraft[];
}

interface OpenLevel extends TransactionTreeLevel {
  /** The exercise of this level; undefined for the root level. */
  readonly nodeId: NodeId | undefined;
  readonly drafts: CoinHistoryRecordDraft[];
  read: number;
}

/**
 * The result of visiting a node: its records, or the level below it, which must be visited first.
 */
type VisitResult = { readonly drafts: readonly CoinHistoryRecordDraft[] } | TransactionTreeLevel;

const emptyVisitResult: VisitResult = { drafts: [] };

/**
 * Applies one adapter to one transaction: visits the nodes in pre-order and collects the records
 * (transaction-history.md 6, 12). Not recursive, because exercises may be nested to any depth.
 */
export class CoinHistoryRecordCollector {
  readonly #index: HistoryAdapterIndex;
  readonly #transaction: TransactionReaderForHistoryRules;
  readonly #coins: TransactionCoinReader;
  readonly #view: HistoryRuleTransactionView;
  #abandoned = false;

  constructor(index: HistoryAdapterIndex, transaction: TransactionReaderForHistoryRules) {
    this.#index = index;
    this.#transaction = transaction;
    this.#coins = new TransactionCoinReader(index, transaction);
    this.#view = createTransactionViewForHistoryRules(transaction, this.#coins);
  }

  /**
   * Returns the records of the transaction; empty if a problem occurred and the adapter omits the
   * whole transaction then. Never throws.
   */
  createHistoryDrafts(): readonly CoinHistoryRecordDraft[] {
    const { roots } = this.#transaction.update.transaction;
    const drafts = this.#visitAll(this.#transaction.listSteps(roots));
    return this.#abandoned ? [] : drafts;
  }

  #visitAll(roots: readonly CreateOrExerciseNode[]): readonly CoinHistoryRecordDraft[] {
    const levels = [createOpenLevel({ steps: roots, complete: keepDraftsUnchanged }, undefined)];
    for (;;) {
      const level = levels.at(-1);
      if (level === undefined || this.#abandoned) return [];
      const step = level.steps[level.read++];
      if (step !== undefined) {
        const reading = this.#applyRemedy(
          step.nodeId,
          () => this.#visitStep(step),
          emptyVisitResult,
        );
        if ("steps" in reading) levels.push(createOpenLevel(reading, step.nodeId));
        else appendDrafts(level.drafts, reading.drafts);
        continue;
      }
      levels.pop();
      const { nodeId, drafts, complete } = level;
      if (nodeId === undefined) return drafts;
      appendDrafts(
        levels.at(-1)?.drafts ?? [],
        this.#applyRemedy(nodeId, () => complete(drafts), []),
      );
    }
  }

  #visitStep(step: CreateOrExerciseNode): VisitResult {
    return step.kind === "create"
      ? { drafts: this.#unmatchedCreate(step) }
      : this.#visitExercise(step);
  }

  #applyRemedy<T>(nodeId: NodeId, read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      this.#abandoned = this.#chooseRemedy(error, nodeId) === "skipTransaction";
      return otherwise;
    }
  }

  #chooseRemedy(error: unknown, nodeId: NodeId): string {
    const { onError = "skipNode" } = this.#index.adapter;
    if (typeof onError === "string") return onError;
    try {
      return onError({ error, updateId: this.#transaction.update.updateId, nodeId });
    } catch {
      return "skipTransaction";
    }
  }

  #visitExercise(node: ExerciseNode): VisitResult {
    const rule = this.#findMatchingRule(node);
    return rule === undefined ? this.#unmatchedExercise(node) : this.#applyRule(rule, node);
  }

  #findMatchingRule(node: ExerciseNode): CoinHistoryRule | undefined {
    const rules = this.#index.getHistoryRulesForChoice(node.choice);
    if (rules.length === 0) return undefined;
    const exercise = this.#transaction.getExerciseView(node);
    return rules.find(
      ({ match }) =>
        (match.template === undefined || match.template === exercise.template) &&
        (match.interface === undefined || match.interface === exercise.interface) &&
        (match.where === undefined || match.where(exercise, this.#view)),
    );
  }

  #applyRule(rule: CoinHistoryRule, node: ExerciseNode): VisitResult {
    const exercise = this.#transaction.getExerciseView(node);
    const { nodeId } = node;
    switch (rule.kind) {
      case "emit": {
        const entries = toEntryList(rule.emit(exercise, this.#view));
        return { drafts: entries.map(({ round, body }) => ({ nodeId, round, body })) };
      }
      case "wrap":
        return this.#createChildLevel(node, (drafts) =>
          rule
            .wrap(drafts, exercise, this.#view)
            .map(({ nodeId: of, round, body }) => ({ nodeId: of, round, body })),
        );
      case "netFlow": {
        const steps = [node, ...this.#transaction.listStepsBelow(node)];
        return { drafts: this.#flowRecords(node, steps, rule.faucet) };
      }
      case "silent":
        return emptyVisitResult;
      case "descend":
        return this.#createChildLevel(node);
    }
  }

  #createChildLevel(
    node: ExerciseNode,
    complete: TransactionTreeLevel["complete"] = keepDraftsUnchanged,
  ): TransactionTreeLevel {
    return { steps: this.#transaction.listSteps(node.children), complete };
  }

  #unmatchedCreate(node: CreateNode): readonly CoinHistoryRecordDraft[] {
    const { onUnmatched = "ignore" } = this.#index.adapter;
    if (onUnmatched === "ignore" || this.#coins.readCoin(node.contract) === undefined) return [];
    if (onUnmatched === "error") {
      throw unmatchedCoinError(`creation of coin ${node.contract.contractId}`);
    }
    return this.#readFlow(this.#coins.computeCoinFlow([node]), node.nodeId) ?? [];
  }

  #unmatchedExercise(node: ExerciseNode): VisitResult {
    const { onUnmatched = "ignore" } = this.#index.adapter;
    if (onUnmatched === "netFlow") return this.#unmatchedFlow(node);
    if (onUnmatched === "error" && this.#coins.readConsumedCoin(node) !== undefined) {
      throw unmatchedCoinError(`consumption of coin ${node.contractId} by ${node.choice}`);
    }
    return this.#createChildLevel(node);
  }

  /**
   * Handles an exercise without a rule. Derives records from the coins that the exercise and the
   * steps below it moved. Steps that have a rule are not included; they are visited.
   */
  #unmatchedFlow(node: ExerciseNode): TransactionTreeLevel {
    const { free, claimed } = this.#partitionByRule(node);
    const flow = this.#coins.computeCoinFlow([node, ...free]);
    const own = this.#readFlow(flow, node.nodeId);
    if (own === undefined) return this.#ambiguousFlow(node);
    return { steps: claimed, complete: (drafts) => [...own, ...drafts].sort(compareByNodeId) };
  }

  /**
   * Handles an exercise without a rule that consumed coins of several owners. Derives records from
   * the creates directly below it. Visits each child exercise separately, because a child may show
   * who paid whom. Raises an error if the exercise itself created coins from coins that its
   * children consumed.
   */
  #ambiguousFlow(node: ExerciseNode): TransactionTreeLevel {
    const children = this.#transaction.listSteps(node.children);
    const flow = this.#coins.computeCoinFlow([
      node,
      ...children.filter(({ kind }) => kind === "create"),
    ]);
    if (flow.consumed.length === 0 && flow.created.length > 0) throw ambiguousOwnersError(node);
    const own = this.#applyRemedy(node.nodeId, () => this.#readFlow(flow, node.nodeId) ?? [], []);
    const steps = children.filter(({ kind }) => kind === "exercise");
    return { steps, complete: (drafts) => [...own, ...drafts] };
  }

  /**
   * Returns the steps below the exercise that match no rule (`free`), and the outermost exercises
   * below it that match one (`claimed`).
   */
  #partitionByRule(node: ExerciseNode): {
    readonly free: CreateOrExerciseNode[];
    readonly claimed: ExerciseNode[];
  } {
    const free: CreateOrExerciseNode[] = [];
    const claimed: ExerciseNode[] = [];
    let claimedUpTo = node.nodeId;
    for (const step of this.#transaction.listStepsBelow(node)) {
      if (step.nodeId <= claimedUpTo) continue;
      if (step.kind === "exercise" && this.#findMatchingRule(step) !== undefined) {
        claimed.push(step);
        claimedUpTo = step.lastDescendantNodeId;
      } else {
        free.push(step);
      }
    }
    return { free, claimed };
  }

  /**
   * Returns the records of a `netFlow` rule. Raises an error if coins of several owners were
   * consumed, because then it is unknown who paid whom.
   */
  #flowRecords(
    node: ExerciseNode,
    steps: readonly CreateOrExerciseNode[],
    faucet: boolean | undefined,
  ): readonly CoinHistoryRecordDraft[] {
    const drafts = this.#readFlow(this.#coins.computeCoinFlow(steps), node.nodeId, faucet);
    if (drafts === undefined) throw ambiguousOwnersError(node);
    return drafts;
  }

  #readFlow(
    flow: TransactionCoinFlow,
    nodeId: NodeId,
    faucet?: boolean,
  ): readonly CoinHistoryRecordDraft[] | undefined {
    if (flow.consumed.length + flow.created.length === 0) return [];
    const { burns, round } = this.#index.adapter;
    const node = this.#transaction.exerciseNode(nodeId);
    return deriveCoinFlowRecords(flow, {
      nodeId,
      faucet,
      ...(burns === undefined ? {} : { burns }),
      round: node === undefined ? undefined : round?.(this.#transaction.getExerciseView(node)),
    });
  }
}

const createOpenLevel = (level: TransactionTreeLevel, nodeId: NodeId | undefined): OpenLevel => ({
  ...level,
  nodeId,
  drafts: [],
  read: 0,
});

const keepDraftsUnchanged: TransactionTreeLevel["complete"] = (drafts) => drafts;

/**
 * Appends the records one by one. A single call with all records as arguments could have too many
 * arguments.
 */
const appendDrafts = (
  to: CoinHistoryRecordDraft[],
  drafts: readonly CoinHistoryRecordDraft[],
): void => {
  for (const draft of drafts) to.push(draft);
};

const toEntryList = (
  emitted: CoinHistoryEntry | readonly CoinHistoryEntry[],
): readonly CoinHistoryEntry[] => ("body" in emitted ? [emitted] : emitted);

const compareByNodeId = (left: CoinHistoryRecordDraft, right: CoinHistoryRecordDraft): number =>
  left.nodeId - right.nodeId;

const unmatchedCoinError = (what: string): Error =>
  ledgerError("INVALID_ARGUMENT", { cause: `No history rule explains the ${what}.` });

const ambiguousOwnersError = (node: ExerciseNode): Error =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `Coins of several owners were consumed in ${node.choice} on ${node.contractId}. Add a rule that says who paid whom.`,
  });
