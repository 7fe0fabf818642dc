import type { CreatedEventJson } from "../../../../../lib/api.ts";
import { contractEvents } from "../../base/contract-events.ts";
import { type StepNode, stepsOf, stepTree } from "../../base/steps.ts";
import { effects, oneUpdate, type SeenUpdate } from "../../base/updates.ts";
import type { ViewingParties } from "../../base/view-settings.ts";

/** A contract of a lineage. */
export interface LineageContract {
  readonly contractId: string;
  readonly templateId: string;
  /** Undefined if the viewing parties do not see the contract's creation. */
  readonly argument: unknown;
  readonly isArchived: boolean;
}

/** A contract that another one was created from, by a choice. */
export interface LineageStep {
  readonly from: string;
  readonly to: string;
  readonly choice: string;
  readonly offset: number;
}

export interface Lineage {
  readonly contracts: readonly LineageContract[];
  readonly steps: readonly LineageStep[];
  /** True if more contracts belong to it. */
  readonly isCut: boolean;
}

interface LineageAsked {
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
 * Returns what a contract was created from and what became of it. A contract comes from those that
 * were consumed in the same exercise, and from the contract on which the choice was exercised.
 */
export const lineageOf = async (
  contractId: string,
  asked: LineageAsked,
  signal: AbortSignal,
): Promise<Lineage> => {
  const search = new LineageSearch(asked, signal);
  await Promise.all([
    search.follow([contractId], (id) => search.parentsOf(id), "from"),
    search.follow(
      [contractId],
      (id) => search.childrenOf(id, id === contractId ? asked.exercisedAt : []),
      "to",
    ),
  ]);
  return search.result(contractId);
};

class LineageSearch {
  readonly #asked: LineageAsked;
  readonly #signal: AbortSignal;
  readonly #updates = new Map<number, Promise<SeenUpdate | undefined>>();
  readonly #contracts = new Map<string, Promise<LineageContract & Life>>();
  readonly #steps = new Map<string, LineageStep>();
  #isCut = false;

  constructor(asked: LineageAsked, signal: AbortSignal) {
    this.#asked = asked;
    this.#signal = signal;
  }

  /** Follows the steps from contracts, level by level. */
  async follow(
    begin: readonly string[],
    next: (id: string) => Promise<readonly LineageStep[]>,
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

  #add(found: readonly LineageStep[]): void {
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

  async parentsOf(id: string): Promise<readonly LineageStep[]> {
    const { createdAt } = await this.#contract(id);
    const roots = await this.#treeAt(createdAt);
    const [, ...around] = pathTo(roots, ({ step }) => isCreateOf(step, id));
    const scope = around.find((node) => consumedIn(node).length > 0);
    const sources = scope === undefined ? [] : consumedIn(scope);
    const [nearest] = around;
    return [...(nearest === undefined ? [] : [nearest]), ...sources].flatMap(({ step }) =>
      step.kind === "exercise" ? [stepOfLineage(step.event, id)] : [],
    );
  }

  async childrenOf(id: string, exercisedAt: readonly number[]): Promise<readonly LineageStep[]> {
    const { archivedAt } = await this.#contract(id);
    const offsets = new Set([...exercisedAt, ...(archivedAt === undefined ? [] : [archivedAt])]);
    const found: LineageStep[] = [];
    for (const offset of offsets) {
      if (offset > this.#asked.end) continue;
      const roots = await this.#treeAt(offset);
      for (const node of stepsOf(roots)) {
        const { step } = node;
        if (step.kind !== "exercise" || step.event.contractId !== id) continue;
        // What replaces an archived contract is created by the exercise around it.
        const around = step.event.consuming ? pathTo(roots, (each) => each === node) : [node];
        const scope = around.find((each) => createdIn(each).length > 0);
        for (const created of scope === undefined ? [] : createdIn(scope)) {
          found.push(stepOfLineage(step.event, created.step.event.contractId));
        }
      }
    }
    return found;
  }

  async result(contractId: string): Promise<Lineage> {
    const steps = [...this.#steps.values()];
    const ids = new Set([contractId, ...steps.flatMap(({ from, to }) => [from, to])]);
    const contracts = await Promise.all([...ids].map((id) => this.#contract(id)));
    return { contracts, steps, isCut: this.#isCut };
  }

  #contract(id: string): Promise<LineageContract & Life> {
    const known = this.#contracts.get(id);
    if (known !== undefined) return known;
    const { as, end } = this.#asked;
    const found = contractEvents(id, { as }, this.#signal).then(
      ({ created: { createdEvent }, archived }) => ({
        ...describedBy(createdEvent),
        isArchived: archived !== null && archived.archivedEvent.offset <= end,
        createdAt: createdEvent.offset,
        archivedAt: archived?.archivedEvent.offset,
      }),
      () => this.#unseen(id),
    );
    this.#contracts.set(id, found);
    return found;
  }

  /** Returns what is known of a contract whose creation the viewing parties do not see. */
  async #unseen(id: string): Promise<LineageContract & Life> {
    for (const update of this.#updates.values()) {
      const nodes = stepsOf(stepTree((await update) ?? { events: [] }));
      const node = nodes.find(({ step }) => step.event.contractId === id);
      if (node === undefined) continue;
      const { templateId } = node.step.event;
      return { contractId: id, templateId, argument: undefined, isArchived: false };
    }
    return { contractId: id, templateId: "", argument: undefined, isArchived: false };
  }

  async #treeAt(offset: number | undefined): Promise<readonly StepNode[]> {
    if (offset === undefined) return [];
    const { as } = this.#asked;
    const update =
      this.#updates.get(offset) ??
      oneUpdate(String(offset), as, effects, this.#signal).catch(() => undefined);
    this.#updates.set(offset, update);
    return stepTree((await update) ?? { events: [] });
  }
}

interface Life {
  readonly createdAt?: number | undefined;
  readonly archivedAt?: number | undefined;
}

const describedBy = ({ contractId, templateId, createArgument }: CreatedEventJson) => ({
  contractId,
  templateId,
  argument: createArgument,
});

type Step = StepNode["step"];
type Exercise = Extract<Step, { kind: "exercise" }>["event"];

const stepOfLineage = ({ contractId, choice, offset }: Exercise, to: string): LineageStep => ({
  from: contractId,
  to,
  choice,
  offset,
});

const isCreateOf = (step: Step, id: string): boolean =>
  step.kind === "create" && step.event.contractId === id;

/** Returns a step and the exercises around it, innermost first; empty if there is none. */
const pathTo = (
  nodes: readonly StepNode[],
  isWanted: (node: StepNode) => boolean,
): readonly StepNode[] => {
  for (const node of nodes) {
    if (isWanted(node)) return [node];
    const path = pathTo(node.children, isWanted);
    if (path.length > 0) return [...path, node];
  }
  return [];
};

const consumedIn = (node: StepNode): readonly StepNode[] =>
  stepsOf([node]).filter(({ step }) => step.kind === "exercise" && step.event.consuming);

const createdIn = (node: StepNode): readonly StepNode[] =>
  stepsOf([node]).filter(({ step }) => step.kind === "create");
