import type { CreatedEventJson } from "../../../../../lib/api.ts";
import { fetchContractEvents } from "../../base/fetch-contract-events.ts";
import {
  buildTransactionStepTree,
  flattenSteps,
  type TransactionStepTree,
} from "../../base/steps.ts";
import { type ExplorerUpdate, fetchUpdate, ledgerEffectsShape } from "../../base/updates.ts";
import type { ViewingParties } from "../../base/view-settings.ts";

/** A contract of a lineage. */
export interface LineageContract {
  readonly contractId: string;
  readonly templateId: string;
  /** Undefined if the viewing parties do not see the contract's creation. */
  readonly argument: unknown;
  readonly isArchived: boolean;
}

/** A link of a lineage: the contract `to` was created from the contract `from`, by a choice at an offset. */
export interface ContractLineageStep {
  readonly from: string;
  readonly to: string;
  readonly choice: string;
  readonly offset: number;
}

export interface ContractLineage {
  readonly contracts: readonly LineageContract[];
  readonly steps: readonly ContractLineageStep[];
  /** True if more contracts belong to it. */
  readonly isCut: boolean;
}

interface LineageRequest {
  readonly as: ViewingParties;
  /** Offsets at which choices of the contract were exercised. */
  readonly exercisedAt: readonly number[];
  /** Later updates are left out. */
  readonly end: number;
}

/** Maximum number of contracts. */
const maxContracts = 30;

/** Maximum number of steps back, and of steps forward. */
const maxSteps = 4;

/**
 * Returns the contracts that a contract was created from, and those created from it. A contract
 * comes from the contract whose exercise created it. It also comes from the contracts that were
 * consumed in the innermost exercise around the creation that consumes any.
 */
export const searchContractLineage = async (
  contractId: string,
  asked: LineageRequest,
  signal: AbortSignal,
): Promise<ContractLineage> => {
  const search = new LineageSearch(asked, signal);
  await Promise.all([
    search.followSteps([contractId], (id) => search.findStepsToContract(id), "from"),
    search.followSteps(
      [contractId],
      (id) => search.findStepsFromContract(id, id === contractId ? asked.exercisedAt : []),
      "to",
    ),
  ]);
  return search.collectLineage(contractId);
};

class LineageSearch {
  readonly #asked: LineageRequest;
  readonly #signal: AbortSignal;
  readonly #updates = new Map<number, Promise<ExplorerUpdate | undefined>>();
  readonly #contracts = new Map<string, Promise<LineageContract & ContractLifetime>>();
  readonly #steps = new Map<string, ContractLineageStep>();
  #isCut = false;

  constructor(asked: LineageRequest, signal: AbortSignal) {
    this.#asked = asked;
    this.#signal = signal;
  }

  /** Follows the steps from contracts, level by level. */
  async followSteps(
    begin: readonly string[],
    next: (id: string) => Promise<readonly ContractLineageStep[]>,
    end: "from" | "to",
  ): Promise<void> {
    let frontier = begin;
    const seen = new Set(begin);
    for (let depth = 0; depth <= maxSteps && frontier.length > 0; depth++) {
      const found = (await Promise.all(frontier.map(next))).flat();
      if (depth === maxSteps) this.#isCut ||= found.length > 0;
      else this.#add(found);
      frontier = [...new Set(found.map((step) => step[end]))].filter((id) => !seen.has(id));
      for (const id of frontier) seen.add(id);
    }
  }

  #add(found: readonly ContractLineageStep[]): void {
    for (const step of found) {
      const ids = new Set([...this.#steps.values()].flatMap(({ from, to }) => [from, to]));
      ids.add(step.from).add(step.to);
      if (ids.size > maxContracts) {
        this.#isCut = true;
        return;
      }
      this.#steps.set(`${step.from} ${step.to}`, step);
    }
  }

  async findStepsToContract(id: string): Promise<readonly ContractLineageStep[]> {
    const { createdAt } = await this.#fetchContract(id);
    const roots = await this.#fetchStepTree(createdAt);
    const [, ...around] = findStepPath(roots, ({ step }) => createsContract(step, id));
    const scope = around.find((node) => listConsumingSteps(node).length > 0);
    const sources = scope === undefined ? [] : listConsumingSteps(scope);
    const [nearest] = around;
    return [...(nearest === undefined ? [] : [nearest]), ...sources].flatMap(({ step }) =>
      step.kind === "exercise" ? [toLineageStep(step.event, id)] : [],
    );
  }

  async findStepsFromContract(
    id: string,
    exercisedAt: readonly number[],
  ): Promise<readonly ContractLineageStep[]> {
    const { archivedAt } = await this.#fetchContract(id);
    const offsets = new Set([...exercisedAt, ...(archivedAt === undefined ? [] : [archivedAt])]);
    const found: ContractLineageStep[] = [];
    for (const offset of offsets) {
      if (offset > this.#asked.end) continue;
      const roots = await this.#fetchStepTree(offset);
      for (const node of flattenSteps(roots)) {
        const { step } = node;
        if (step.kind !== "exercise" || step.event.contractId !== id) continue;
        // The contract that replaces an archived one may be created by an exercise that encloses the archiving
        // exercise.
        const around = step.event.consuming ? findStepPath(roots, (each) => each === node) : [node];
        const scope = around.find((each) => listCreateSteps(each).length > 0);
        for (const created of scope === undefined ? [] : listCreateSteps(scope)) {
          found.push(toLineageStep(step.event, created.step.event.contractId));
        }
      }
    }
    return found;
  }

  async collectLineage(contractId: string): Promise<ContractLineage> {
    const steps = [...this.#steps.values()];
    const ids = new Set([contractId, ...steps.flatMap(({ from, to }) => [from, to])]);
    const contracts = await Promise.all([...ids].map((id) => this.#fetchContract(id)));
    return { contracts, steps, isCut: this.#isCut };
  }

  #fetchContract(id: string): Promise<LineageContract & ContractLifetime> {
    const known = this.#contracts.get(id);
    if (known !== undefined) return known;
    const { as, end } = this.#asked;
    const found = fetchContractEvents(id, { as }, this.#signal).then(
      ({ created: { createdEvent }, archived }) => ({
        ...toContractFacts(createdEvent),
        isArchived: archived !== null && archived.archivedEvent.offset <= end,
        createdAt: createdEvent.offset,
        archivedAt: archived?.archivedEvent.offset,
      }),
      () => this.#reconstructUnseenContract(id),
    );
    this.#contracts.set(id, found);
    return found;
  }

  /** Returns what is known of a contract whose creation the viewing parties do not see. */
  async #reconstructUnseenContract(id: string): Promise<LineageContract & ContractLifetime> {
    for (const update of this.#updates.values()) {
      const nodes = flattenSteps(buildTransactionStepTree((await update) ?? { events: [] }));
      const node = nodes.find(({ step }) => step.event.contractId === id);
      if (node === undefined) continue;
      const { templateId } = node.step.event;
      return { contractId: id, templateId, argument: undefined, isArchived: false };
    }
    return { contractId: id, templateId: "", argument: undefined, isArchived: false };
  }

  async #fetchStepTree(offset: number | undefined): Promise<readonly TransactionStepTree[]> {
    if (offset === undefined) return [];
    const { as } = this.#asked;
    const update =
      this.#updates.get(offset) ??
      fetchUpdate(String(offset), as, ledgerEffectsShape, this.#signal).catch(() => undefined);
    this.#updates.set(offset, update);
    return buildTransactionStepTree((await update) ?? { events: [] });
  }
}

interface ContractLifetime {
  readonly createdAt?: number | undefined;
  readonly archivedAt?: number | undefined;
}

const toContractFacts = ({ contractId, templateId, createArgument }: CreatedEventJson) => ({
  contractId,
  templateId,
  argument: createArgument,
});

type NodeStep = TransactionStepTree["step"];
type ExerciseEvent = Extract<NodeStep, { kind: "exercise" }>["event"];

const toLineageStep = (
  { contractId, choice, offset }: ExerciseEvent,
  to: string,
): ContractLineageStep => ({
  from: contractId,
  to,
  choice,
  offset,
});

const createsContract = (step: NodeStep, id: string): boolean =>
  step.kind === "create" && step.event.contractId === id;

/** Returns a step and the exercises around it, innermost first; empty if there is none. */
const findStepPath = (
  nodes: readonly TransactionStepTree[],
  isWanted: (node: TransactionStepTree) => boolean,
): readonly TransactionStepTree[] => {
  for (const node of nodes) {
    if (isWanted(node)) return [node];
    const path = findStepPath(node.children, isWanted);
    if (path.length > 0) return [...path, node];
  }
  return [];
};

const listConsumingSteps = (node: TransactionStepTree): readonly TransactionStepTree[] =>
  flattenSteps([node]).filter(({ step }) => step.kind === "exercise" && step.event.consuming);

const listCreateSteps = (node: TransactionStepTree): readonly TransactionStepTree[] =>
  flattenSteps([node]).filter(({ step }) => step.kind === "create");
