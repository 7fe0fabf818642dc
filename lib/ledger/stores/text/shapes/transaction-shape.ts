import type { Contract, ContractKey } from "../../../../base/model/contract.ts";
import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  Node,
  RollbackNode,
  Transaction,
} from "../../../../base/model/node.ts";
import {
  both,
  bytes,
  flag,
  type Kinds,
  listOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  unionOf,
  whole,
} from "./shape.ts";
import { micros, value } from "./value-shape.ts";

export const parties = listOf(text);

const key = recordOf<ContractKey>({ value, maintainers: parties, hash: text });

export const contract = recordOf<Contract>({
  contractId: text,
  templateId: text,
  packageName: text,
  argument: value,
  signatories: parties,
  observers: parties,
  key: optional(key),
  createdAt: micros,
  salt: bytes,
});

const common = { nodeId: whole, witnesses: parties };
const looking = {
  contractId: text,
  packageName: text,
  templateId: text,
  interfaceId: optional(text),
  actingParties: parties,
  signatories: parties,
  stakeholders: parties,
  key: optional(key),
  byKey: flag,
};

const node = unionOf({
  create: recordOf<CreateNode>({ ...common, kind: oneOf("create"), contract }),
  exercise: recordOf<ExerciseNode>({
    ...common,
    ...looking,
    kind: oneOf("exercise"),
    choice: text,
    consuming: flag,
    argument: value,
    choiceObservers: parties,
    children: listOf(whole),
    result: optional(value),
    lastDescendantNodeId: whole,
  }),
  fetch: recordOf<FetchNode>({ ...common, ...looking, kind: oneOf("fetch") }),
  lookupByKey: recordOf<LookupByKeyNode>({
    ...common,
    kind: oneOf("lookupByKey"),
    packageName: text,
    templateId: text,
    qualifiedName: text,
    key,
    contractIds: listOf(text),
    exhaustive: flag,
  }),
  rollback: recordOf<RollbackNode>({
    ...common,
    kind: oneOf("rollback"),
    children: listOf(whole),
    lastDescendantNodeId: whole,
  }),
} satisfies Kinds<Node>);

/**
 * Accepts nodes that form a tree, each once and in pre-order. Then a walk over the tree terminates
 * and visits all nodes. Linear.
 */
const isTree: Shape = (data) => {
  const { roots, nodes } = data as Transaction;
  let next = 0;
  /** The nodes left to visit at each level; the deepest level is last. */
  const pending: { readonly ids: readonly number[]; at: number; readonly owner?: number }[] = [
    { ids: roots, at: 0 },
  ];
  for (let level = pending.at(-1); level !== undefined; level = pending.at(-1)) {
    const id = level.ids[level.at++];
    if (id === undefined) {
      if (level.owner !== undefined && lastOf(nodes[level.owner]) !== next - 1) return false;
      pending.pop();
      continue;
    }
    const found = nodes[id];
    if (id !== next++ || found?.nodeId !== id) return false;
    if ("children" in found) pending.push({ ids: found.children, at: 0, owner: id });
  }
  return next === nodes.length;
};

const lastOf = (of: Node | undefined): number | undefined =>
  of !== undefined && "lastDescendantNodeId" in of ? of.lastDescendantNodeId : undefined;

export const transaction = both(
  recordOf<Transaction>({ roots: listOf(whole), nodes: listOf(node) }),
  isTree,
);
