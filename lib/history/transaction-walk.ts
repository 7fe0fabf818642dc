import { ledgerError } from "../errors/ledger-error.ts";
import type { NodeId } from "../model/identifiers.ts";
import type { CreateNode, ExerciseNode } from "../transaction/node.ts";
import type { AdapterIndex } from "./adapter-index.ts";
import { readFlow, type CoinFlow } from "./coin-flow.ts";
import { CoinReader } from "./coin-reader.ts";
import type {
  HistoryDraft,
  HistoryEntry,
  HistoryRule,
  HistoryTransactionView,
} from "./history-rules.ts";
import { ruleView } from "./rule-view.ts";
import type { TransactionView } from "./transaction-view.ts";

type Step = CreateNode | ExerciseNode;

/**
 * One walk of one adapter over one transaction, roots in order, from the outside in
 * (transaction-history.md 6, 12).
 */
export class TransactionWalk {
  readonly #index: AdapterIndex;
  readonly #transaction: TransactionView;
  readonly #coins: CoinReader;
  readonly #view: HistoryTransactionView;
  #abandoned = false;

  constructor(index: AdapterIndex, transaction: TransactionView) {
    this.#index = index;
    this.#transaction = transaction;
    this.#coins = new CoinReader(index, transaction);
    this.#view = ruleView(transaction, this.#coins);
  }

  /** What the transaction amounts to; nothing when a problem made it be left out. Never throws. */
  drafts(): readonly HistoryDraft[] {
    const { roots } = this.#transaction.update.transaction;
    const drafts = this.#steps(this.#transaction.steps(roots));
    return this.#abandoned ? [] : drafts;
  }

  #steps(steps: readonly Step[]): readonly HistoryDraft[] {
    return steps.flatMap((step) =>
      this.#guarded(step.nodeId, () =>
        step.kind === "create" ? this.#unmatchedCreate(step) : this.#exercise(step),
      ),
    );
  }

  #guarded(nodeId: NodeId, read: () => readonly HistoryDraft[]): readonly HistoryDraft[] {
    if (this.#abandoned) return [];
    try {
      return read();
    } catch (error) {
      this.#abandoned = this.#remedyFor(error, nodeId) === "skipTransaction";
      return [];
    }
  }

  #remedyFor(error: unknown, nodeId: NodeId): string {
    const { onError = "skipNode" } = this.#index.adapter;
    if (typeof onError === "string") return onError;
    try {
      return onError({ error, updateId: this.#transaction.update.updateId, nodeId });
    } catch {
      return "skipTransaction";
    }
  }

  #exercise(node: ExerciseNode): readonly HistoryDraft[] {
    const rule = this.#ruleFor(node);
    return rule === undefined ? this.#unmatchedExercise(node) : this.#ruled(rule, node);
  }

  #ruleFor(node: ExerciseNode): HistoryRule | undefined {
    const rules = this.#index.rulesFor(node.choice);
    if (rules.length === 0) return undefined;
    const exercise = this.#transaction.exercise(node);
    return rules.find(
      ({ match }) =>
        (match.template === undefined || match.template === exercise.template) &&
        (match.interface === undefined || match.interface === exercise.interface) &&
        (match.where === undefined || match.where(exercise, this.#view)),
    );
  }

  #ruled(rule: HistoryRule, node: ExerciseNode): readonly HistoryDraft[] {
    const exercise = this.#transaction.exercise(node);
    switch (rule.kind) {
      case "emit":
        return entriesOf(rule.emit(exercise, this.#view)).map(({ round, body }) => ({
          nodeId: node.nodeId,
          round,
          body,
        }));
      case "wrap":
        return rule
          .wrap(this.#children(node), exercise, this.#view)
          .map(({ nodeId, round, body }) => ({ nodeId, round, body }));
      case "netFlow":
        return this.#flowRecords(node, [node, ...this.#transaction.below(node)], rule.faucet);
      case "silent":
        return [];
      case "descend":
        return this.#children(node);
    }
  }

  #children(node: ExerciseNode): readonly HistoryDraft[] {
    return this.#steps(this.#transaction.steps(node.children));
  }

  #unmatchedCreate(node: CreateNode): readonly HistoryDraft[] {
    const { onUnmatched = "ignore" } = this.#index.adapter;
    if (onUnmatched === "ignore" || this.#coins.coinOf(node.contract) === undefined) return [];
    if (onUnmatched === "error") throw unmatched(`created ${node.contract.contractId}`);
    return this.#readFlow(this.#coins.flow([node]), node.nodeId) ?? [];
  }

  #unmatchedExercise(node: ExerciseNode): readonly HistoryDraft[] {
    const { onUnmatched = "ignore" } = this.#index.adapter;
    if (onUnmatched === "netFlow") return this.#unmatchedFlow(node);
    if (onUnmatched === "error" && this.#coins.consumedBy(node) !== undefined) {
      throw unmatched(`consumed ${node.contractId} by ${node.choice}`);
    }
    return this.#children(node);
  }

  /** The flow of what no rule below claims, and the records of what one does. */
  #unmatchedFlow(node: ExerciseNode): readonly HistoryDraft[] {
    const { free, claimed } = this.#claims(node);
    const flow = this.#coins.flow([node, ...free]);
    const drafts = this.#readFlow(flow, node.nodeId);
    return drafts === undefined
      ? this.#ambiguousFlow(node)
      : [...drafts, ...this.#steps(claimed)].sort(byNode);
  }

  /**
   * Several owners gave coins: who paid whom may still be seen in the exercise's own changes and in
   * each child by itself. Not so when the exercise made coins of what its children consumed.
   */
  #ambiguousFlow(node: ExerciseNode): readonly HistoryDraft[] {
    const children = this.#transaction.steps(node.children);
    const own = this.#coins.flow([node, ...children.filter(({ kind }) => kind === "create")]);
    if (own.consumed.length === 0 && own.created.length > 0) throw ambiguous(node);
    const drafts = this.#guarded(node.nodeId, () => this.#readFlow(own, node.nodeId) ?? []);
    return [...drafts, ...this.#steps(children.filter(({ kind }) => kind === "exercise"))];
  }

  /** What lies below: steps no rule matches, and the outermost exercises that one does. */
  #claims(node: ExerciseNode): { readonly free: Step[]; readonly claimed: ExerciseNode[] } {
    const free: Step[] = [];
    const claimed: ExerciseNode[] = [];
    for (const step of this.#transaction.steps(node.children)) {
      if (step.kind === "exercise" && this.#ruleFor(step) !== undefined) {
        claimed.push(step);
        continue;
      }
      free.push(step);
      if (step.kind === "create") continue;
      const below = this.#claims(step);
      free.push(...below.free);
      claimed.push(...below.claimed);
    }
    return { free, claimed };
  }

  /** For a rule that asks for it: a flow that does not tell who paid whom is a problem. */
  #flowRecords(
    node: ExerciseNode,
    steps: readonly Step[],
    faucet: boolean | undefined,
  ): readonly HistoryDraft[] {
    const drafts = this.#readFlow(this.#coins.flow(steps), node.nodeId, faucet);
    if (drafts === undefined) throw ambiguous(node);
    return drafts;
  }

  #readFlow(flow: CoinFlow, nodeId: NodeId, faucet?: boolean): readonly HistoryDraft[] | undefined {
    if (flow.consumed.length + flow.created.length === 0) return [];
    const { burns, round } = this.#index.adapter;
    const node = this.#transaction.exerciseNode(nodeId);
    return readFlow(flow, {
      nodeId,
      faucet,
      ...(burns === undefined ? {} : { burns }),
      round: node === undefined ? undefined : round?.(this.#transaction.exercise(node)),
    });
  }
}

const entriesOf = (emitted: HistoryEntry | readonly HistoryEntry[]): readonly HistoryEntry[] =>
  "body" in emitted ? [emitted] : emitted;

const byNode = (left: HistoryDraft, right: HistoryDraft): number => left.nodeId - right.nodeId;

const unmatched = (what: string): Error =>
  ledgerError("INVALID_ARGUMENT", { cause: `No history rule speaks of the coin ${what}.` });

const ambiguous = (node: ExerciseNode): Error =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `Several owners gave coins in ${node.choice} on ${node.contractId}; a rule must say who paid whom.`,
  });
