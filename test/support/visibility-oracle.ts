import type { PartyId } from "../../lib/index.ts";
import type {
  CreateNode,
  ExerciseNode,
  LedgerState,
  Node,
  TransactionUpdate,
} from "../../lib/store.ts";

/**
 * Computes visibility from whole transactions by the rules of the ledger model (daml-lf.md 14.2,
 * ledger-api.md 3.1.3), independently of the ledger's own computation. Simple rather than fast.
 */
export interface ContractNode {
  readonly update: TransactionUpdate;
  readonly node: CreateNode | ExerciseNode;
  readonly contractId: string;
  readonly stakeholders: ReadonlySet<PartyId>;
  readonly witnesses: ReadonlySet<PartyId>;
  /**
   * True if the node creates or archives a contract that was not both created and archived by this
   * transaction.
   */
  readonly changesActive: boolean;
}

/** An event as a response contains it. */
export interface ShownEvent {
  readonly kind: "created" | "archived" | "exercised";
  readonly offset: number;
  readonly nodeId: number;
  readonly contractId: string;
  readonly witnesses: readonly PartyId[];
  readonly acsDelta: boolean;
}

export const transactionsOf = ({ log }: LedgerState): readonly TransactionUpdate[] =>
  [...log.values()].flatMap(({ update }) => (update?.kind === "transaction" ? [update] : []));

/** Returns the creates and exercises of a transaction that were not rolled back. */
export const contractNodesOf = (update: TransactionUpdate): readonly ContractNode[] => {
  const found: Omit<ContractNode, "changesActive">[] = [];
  const visit = (nodeId: number, ancestors: ReadonlySet<PartyId>): void => {
    const node = update.transaction.nodes[nodeId];
    if (node === undefined || node.kind === "rollback") return;
    const witnesses = new Set([...ancestors, ...informees(node)]);
    if (node.kind === "create" || node.kind === "exercise") {
      const contractId = node.kind === "create" ? node.contract.contractId : node.contractId;
      found.push({ update, node, contractId, stakeholders: stakeholders(node), witnesses });
    }
    if (node.kind === "exercise") node.children.forEach((child) => visit(child, witnesses));
  };
  update.transaction.roots.forEach((root) => visit(root, new Set()));
  const created = idsOf(found.filter(({ node }) => node.kind === "create"));
  const ended = idsOf(found.filter(({ node }) => isConsuming(node)));
  return found.map((fact) => ({
    ...fact,
    changesActive:
      (fact.node.kind === "create" || isConsuming(fact.node)) &&
      !(created.has(fact.contractId) && ended.has(fact.contractId)),
  }));
};

const idsOf = (facts: readonly { readonly contractId: string }[]): ReadonlySet<string> =>
  new Set(facts.map(({ contractId }) => contractId));

const isConsuming = (node: Node): boolean => node.kind === "exercise" && node.consuming;

const stakeholders = (node: CreateNode | ExerciseNode): ReadonlySet<PartyId> =>
  new Set(
    node.kind === "create"
      ? [...node.contract.signatories, ...node.contract.observers]
      : node.stakeholders,
  );

const informees = (node: Exclude<Node, { kind: "rollback" }>): readonly PartyId[] => {
  switch (node.kind) {
    case "create":
      return [...node.contract.signatories, ...node.contract.observers];
    case "exercise":
      return [
        ...node.signatories,
        ...(node.consuming ? node.stakeholders : []),
        ...node.actingParties,
        ...node.choiceObservers,
      ];
    case "fetch":
      return [...node.signatories, ...node.actingParties];
    case "lookupByKey":
      return node.key.maintainers;
  }
};

/** Returns the events of the active-contract delta that the parties see. */
export const deltaFor = (
  facts: readonly ContractNode[],
  parties: readonly PartyId[],
): readonly ShownEvent[] =>
  facts
    .filter((fact) => fact.changesActive && sharesParty(fact.stakeholders, parties))
    .map((fact) => ({
      ...shown(fact, fact.node.kind === "create" ? "created" : "archived"),
      witnesses: common(fact.stakeholders, parties),
      acsDelta: true,
    }));

/** Returns the effects that the parties see. */
export const effectsFor = (
  facts: readonly ContractNode[],
  parties: readonly PartyId[],
): readonly ShownEvent[] =>
  facts
    .filter((fact) => sharesParty(fact.witnesses, parties))
    .map((fact) => ({
      ...shown(fact, fact.node.kind === "create" ? "created" : "exercised"),
      witnesses: common(fact.witnesses, parties),
      acsDelta: fact.changesActive && sharesParty(fact.stakeholders, parties),
    }));

const shown = ({ update, node, contractId }: ContractNode, kind: ShownEvent["kind"]) => ({
  kind,
  offset: update.offset,
  nodeId: node.nodeId,
  contractId,
});

const sharesParty = (left: ReadonlySet<PartyId>, right: readonly PartyId[]): boolean =>
  right.some((party) => left.has(party));

const common = (left: ReadonlySet<PartyId>, right: readonly PartyId[]): readonly PartyId[] =>
  right.filter((party) => left.has(party)).sort();

/**
 * Returns the ids of the contracts that are active at the offset and have one of the parties as stakeholder,
 * in order.
 */
export const activeFor = (
  facts: readonly ContractNode[],
  offset: number,
  parties: readonly PartyId[],
): readonly string[] => {
  const active = new Set<string>();
  for (const fact of facts) {
    if (!fact.changesActive || fact.update.offset > offset) continue;
    if (!sharesParty(fact.stakeholders, parties)) continue;
    if (fact.node.kind === "create") active.add(fact.contractId);
    else active.delete(fact.contractId);
  }
  return [...active];
};

/**
 * Returns the ids on the ledger, and the texts that a number makes unique (such as `secret-12.`),
 * including those of rolled-back nodes.
 */
export const secretsOf = (state: LedgerState): ReadonlySet<string> =>
  new Set(
    transactionsOf(state).flatMap((update) => [
      update.updateId,
      update.submission.commandId,
      update.submission.submissionId,
      ...update.transaction.nodes.flatMap(secretsOfNode),
    ]),
  );

/** Returns the ids of a visible node, and the texts in its fields that a number makes unique. */
export const secretsOfNode = (node: Node): readonly string[] => {
  switch (node.kind) {
    case "create":
      return [node.contract.contractId, ...texts(node.contract.argument)];
    case "exercise":
      return [node.contractId, ...texts(node.argument), ...texts(node.result)];
    case "fetch":
      return [node.contractId];
    case "lookupByKey":
    case "rollback":
      return [];
  }
};

const texts = (value: unknown): readonly string[] =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  ).match(/\w+-\d+\./g) ?? [];
