import type {
  ContractId,
  NodeId,
  Offset,
  Party,
  TypeId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode, Node, Transaction } from "../../base/model/node.ts";
import type { ReassignmentEvent, TopologyEvent, Update } from "../../base/model/update.ts";
import { findTransientContracts } from "./find-effective-nodes.ts";
import { formatVisibilityReason, type Role, type VisibilityReason } from "./reasons.ts";

/** Explains which events of an update a party sees, and why. */
export interface UpdateExplanation {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly kind: Update["kind"];
  readonly party: Party;
  /**
   * All events in order, including those that were rolled back. For transactions: creates and
   * exercises.
   */
  readonly events: readonly EventExplanation[];
}

/** An event of an update, with the reason why a party sees it or not. */
export interface EventExplanation {
  readonly nodeId: NodeId;
  readonly kind: "create" | "exercise" | ReassignmentEvent["kind"] | "topology";
  /** Absent for hosting changes. */
  readonly contractId?: ContractId;
  readonly templateId?: TypeId;
  /** Present for an exercise. */
  readonly choice?: string;
  /**
   * For each transaction shape, true if the party sees the event. For reassignments and topology
   * updates, both are the same.
   */
  readonly shown: { readonly ledgerEffects: boolean; readonly acsDelta: boolean };
  /** The reasons; at least one. */
  readonly because: readonly VisibilityReason[];
  /** The reasons as sentences, in the order of `because`. */
  readonly text: string;
}

/**
 * Explains for each event of an update whether a party that requests all events sees it, and why
 * (daml-lf.md 14.2, ledger-api.md 3.1.3). Computes the result from the roles of parties in the
 * nodes, not from the witnesses that the update contains. O(nodes × nesting depth).
 */
export const explainUpdateVisibility = (update: Update, party: Party): UpdateExplanation => {
  const { updateId, offset, kind } = update;
  return { updateId, offset, kind, party, events: explainEvents(update, party) };
};

const explainEvents = (update: Update, party: Party): readonly EventExplanation[] => {
  switch (update.kind) {
    case "transaction":
      return new TransactionExplainer(update.transaction, party).explainNodes();
    case "reassignment":
      return update.events.map((event) => explainReassignmentEvent(event, party));
    case "topology":
      return update.events.map((event, nodeId) => explainTopologyEvent(event, nodeId, party));
  }
};

type CreateOrExerciseNode = CreateNode | ExerciseNode;

class TransactionExplainer {
  readonly #transaction: Transaction;
  readonly #party: Party;
  readonly #transient: ReadonlySet<ContractId>;

  constructor(transaction: Transaction, party: Party) {
    this.#transaction = transaction;
    this.#party = party;
    this.#transient = findTransientContracts(transaction);
  }

  explainNodes(): readonly EventExplanation[] {
    const found: EventExplanation[] = [];
    /** The ancestors of the current node, outermost first. */
    const ancestors: (ExerciseNode | Extract<Node, { kind: "rollback" }>)[] = [];
    for (const node of this.#transaction.nodes) {
      while ((ancestors.at(-1)?.lastDescendantNodeId ?? Infinity) < node.nodeId) ancestors.pop();
      if (node.kind === "create" || node.kind === "exercise") {
        found.push(this.#explainStep(node, ancestors));
      }
      if (node.kind === "exercise" || node.kind === "rollback") ancestors.push(node);
    }
    return found;
  }

  #explainStep(step: CreateOrExerciseNode, above: readonly Node[]): EventExplanation {
    const party = this.#party;
    const because = this.#findReasons(step, above);
    const rules = new Set(because.map(({ rule }) => rule));
    const ledgerEffects = rules.has("informed") || rules.has("divulged");
    const acsDelta = ledgerEffects && because.every(({ rule }) => rule === "informed");
    return {
      nodeId: step.nodeId,
      kind: step.kind,
      contractId: getStepContractId(step),
      templateId: step.kind === "create" ? step.contract.templateId : step.templateId,
      ...(step.kind === "exercise" && { choice: step.choice }),
      shown: { ledgerEffects, acsDelta },
      because,
      text: because
        .map((reason) => formatVisibilityReason(reason, { party, what: step.kind }))
        .join(" "),
    };
  }

  /**
   * Returns the reasons why the party sees the node, and then the reasons why the node is not in
   * the party's ACS delta.
   */
  #findReasons(step: CreateOrExerciseNode, above: readonly Node[]): readonly VisibilityReason[] {
    const rollback = above.find(({ kind }) => kind === "rollback");
    if (rollback !== undefined) return [{ rule: "rolledBack", by: rollback.nodeId }];
    const shown = this.#findVisibilityReasons(step, above);
    return shown[0]?.rule === "notInformed"
      ? shown
      : [...shown, ...this.#findReasonsAgainstDelta(step)];
  }

  #findVisibilityReasons(
    step: CreateOrExerciseNode,
    above: readonly Node[],
  ): readonly VisibilityReason[] {
    const roles = findPartyRoles(step, this.#party);
    const informing = roles.filter((role) => isInformedByRole(role, step));
    if (informing.length > 0) return [{ rule: "informed", roles: informing }];
    for (const node of above) {
      if (node.kind !== "exercise") continue;
      const ancestorRoles = findPartyRoles(node, this.#party).filter((role) =>
        isInformedByRole(role, node),
      );
      const { nodeId: by, choice } = node;
      if (ancestorRoles.length > 0) return [{ rule: "divulged", by, choice, roles: ancestorRoles }];
    }
    return [{ rule: "notInformed", roles }];
  }

  #findReasonsAgainstDelta(step: CreateOrExerciseNode): readonly VisibilityReason[] {
    if (step.kind === "exercise" && !step.consuming) return [{ rule: "nonConsuming" }];
    if (this.#transient.has(getStepContractId(step))) return [{ rule: "transient" }];
    const isStakeholder = findPartyRoles(step, this.#party).some(isOfContract);
    return isStakeholder ? [] : [{ rule: "noStakeholder" }];
  }
}

const getStepContractId = (step: CreateOrExerciseNode): ContractId =>
  step.kind === "create" ? step.contract.contractId : step.contractId;

const isOfContract = (role: Role): boolean => role === "signatory" || role === "observer";

/**
 * Returns true if a party sees the node because of this role. Observers of a contract do not see
 * choices that do not consume it.
 */
const isInformedByRole = (role: Role, step: CreateOrExerciseNode): boolean =>
  role !== "observer" || step.kind === "create" || step.consuming;

const findPartyRoles = (step: CreateOrExerciseNode, party: Party): readonly Role[] => {
  const of = step.kind === "create" ? step.contract : step;
  const stakeholders = step.kind === "create" ? getStakeholders(step.contract) : step.stakeholders;
  const roles: Role[] = [];
  if (of.signatories.includes(party)) roles.push("signatory");
  else if (stakeholders.includes(party)) roles.push("observer");
  if (step.kind === "exercise") {
    if (step.actingParties.includes(party)) roles.push("controller");
    if (step.choiceObservers.includes(party)) roles.push("choiceObserver");
  }
  return roles;
};

const explainReassignmentEvent = (event: ReassignmentEvent, party: Party): EventExplanation => {
  const { kind, nodeId, stakeholders } = event;
  const of = kind === "assigned" ? event.contract : event;
  const isShown = stakeholders.includes(party);
  const reason: VisibilityReason = isShown
    ? { rule: "stakeholder" }
    : { rule: "notInformed", roles: [] };
  return {
    nodeId,
    kind,
    contractId: of.contractId,
    templateId: of.templateId,
    shown: { ledgerEffects: isShown, acsDelta: isShown },
    because: [reason],
    text: formatVisibilityReason(reason, { party, what: kind }),
  };
};

const explainTopologyEvent = (_: TopologyEvent, nodeId: NodeId, party: Party): EventExplanation => {
  const reason: VisibilityReason = { rule: "public" };
  return {
    nodeId,
    kind: "topology",
    shown: { ledgerEffects: true, acsDelta: true },
    because: [reason],
    text: formatVisibilityReason(reason, { party, what: "topology" }),
  };
};
