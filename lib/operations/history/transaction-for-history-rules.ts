import {
  type ContractId,
  type NodeId,
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode } from "../../base/model/node.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type {
  CreateForHistoryRules,
  ExerciseForHistoryRules,
  HistoryContract,
} from "./history-rules.ts";

/**
 * A committed transaction in the form that history rules read: nodes by id, contracts by id, values
 * as JSON. Values are encoded when a rule first reads them. Nodes below a rollback are not
 * included.
 */
export class TransactionReaderForHistoryRules {
  readonly update: TransactionUpdate;
  readonly #state: LedgerState;
  readonly #exercises = new Map<NodeId, ExerciseForHistoryRules>();
  #creates: ReadonlyMap<ContractId, Contract> | undefined;

  /** `state` is the state before the transaction. */
  constructor(update: TransactionUpdate, state: LedgerState) {
    this.update = update;
    this.#state = state;
  }

  get packages(): PackageRegistry {
    return this.#state.packages;
  }

  /** Returns the creates and exercises among these nodes. */
  listSteps(nodeIds: readonly NodeId[]): readonly (CreateNode | ExerciseNode)[] {
    const { nodes } = this.update.transaction;
    return nodeIds.flatMap((id) => {
      const node = nodes[id];
      return node?.kind === "create" || node?.kind === "exercise" ? [node] : [];
    });
  }

  /** Returns all creates and exercises below `node`, in pre-order. */
  listStepsBelow({
    nodeId,
    lastDescendantNodeId,
  }: ExerciseNode): readonly (CreateNode | ExerciseNode)[] {
    return this.#stepsBetween(nodeId + 1, lastDescendantNodeId);
  }

  #stepsBetween(first: NodeId, last: NodeId): readonly (CreateNode | ExerciseNode)[] {
    const { nodes } = this.update.transaction;
    const steps: (CreateNode | ExerciseNode)[] = [];
    for (let nodeId = first; nodeId <= last; nodeId += 1) {
      const node = nodes[nodeId];
      if (node?.kind === "rollback") nodeId = node.lastDescendantNodeId;
      else if (node?.kind === "create" || node?.kind === "exercise") steps.push(node);
    }
    return steps;
  }

  exerciseNode(nodeId: NodeId): ExerciseNode | undefined {
    const node = this.update.transaction.nodes[nodeId];
    return node?.kind === "exercise" ? node : undefined;
  }

  /** Returns the view of an exercise; always the same object for the same node. */
  getExerciseView(node: ExerciseNode): ExerciseForHistoryRules {
    let view = this.#exercises.get(node.nodeId);
    if (view === undefined) {
      view = new ExerciseView(node, this.packages);
      this.#exercises.set(node.nodeId, view);
    }
    return view;
  }

  create(node: CreateNode): CreateForHistoryRules {
    return { kind: "create", nodeId: node.nodeId, contract: this.contractView(node.contract) };
  }

  contractView(contract: Contract): HistoryContract {
    return new ContractView(contract, this.packages);
  }

  /** Returns a contract that this transaction created. */
  findCreatedContract(contractId: ContractId): Contract | undefined {
    this.#creates ??= new Map(
      this.#stepsBetween(0, this.update.transaction.nodes.length - 1).flatMap((step) =>
        step.kind === "create" ? [[step.contract.contractId, step.contract] as const] : [],
      ),
    );
    return this.#creates.get(contractId);
  }

  /** Returns a contract that this transaction or an earlier one created. */
  findContract(contractId: ContractId): Contract | undefined {
    return this.findCreatedContract(contractId) ?? this.#state.contracts.get(contractId)?.contract;
  }
}

/** Returns `#<package name>:<Module>:<Entity>`, which is the same for all versions of a package. */
export const toPackageNameTypeReferenceOfTemplate = (
  packageName: PackageName,
  id: TypeId,
): string => `#${packageName}:${splitTypeId(id).qualifiedName}`;

class ExerciseView implements ExerciseForHistoryRules {
  readonly kind = "exercise";
  readonly template: string;
  readonly interface?: string;
  readonly #node: ExerciseNode;
  readonly #packages: PackageRegistry;
  #argument: { readonly json: unknown } | undefined;
  #result: { readonly json: unknown } | undefined;

  constructor(node: ExerciseNode, packages: PackageRegistry) {
    this.#node = node;
    this.#packages = packages;
    this.template = toPackageNameTypeReferenceOfTemplate(node.packageName, node.templateId);
    if (node.interfaceId !== undefined) {
      const { packageId } = splitTypeId(node.interfaceId);
      this.interface = toPackageNameTypeReferenceOfTemplate(
        packages.get(packageId)?.name ?? "",
        node.interfaceId,
      );
    }
  }

  get nodeId(): NodeId {
    return this.#node.nodeId;
  }

  get contractId(): ContractId {
    return this.#node.contractId;
  }

  get choice(): string {
    return this.#node.choice;
  }

  get consuming(): boolean {
    return this.#node.consuming;
  }

  get actingParties(): readonly Party[] {
    return this.#node.actingParties;
  }

  get argument(): unknown {
    this.#argument ??= { json: this.#encode("argument") };
    return this.#argument.json;
  }

  get result(): unknown {
    this.#result ??= { json: this.#encode("result") };
    return this.#result.json;
  }

  #encode(part: "argument" | "result"): unknown {
    const { interfaceId, templateId, choice, [part]: value } = this.#node;
    const owner =
      interfaceId === undefined
        ? this.#packages.template(templateId)
        : this.#packages.interface(interfaceId);
    const type = owner?.choices.get(choice)?.[part];
    if (type === undefined || value === undefined) return undefined;
    return this.#packages.codec(type).encode(value);
  }
}

class ContractView implements HistoryContract {
  readonly template: string;
  readonly #contract: Contract;
  readonly #packages: PackageRegistry;
  #payload: { readonly json: unknown } | undefined;

  constructor(contract: Contract, packages: PackageRegistry) {
    this.#contract = contract;
    this.#packages = packages;
    this.template = toPackageNameTypeReferenceOfTemplate(contract.packageName, contract.templateId);
  }

  get contractId(): ContractId {
    return this.#contract.contractId;
  }

  get signatories(): readonly Party[] {
    return this.#contract.signatories;
  }

  get observers(): readonly Party[] {
    return this.#contract.observers;
  }

  get payload(): unknown {
    this.#payload ??= { json: this.#encode() };
    return this.#payload.json;
  }

  #encode(): unknown {
    const { templateId, argument } = this.#contract;
    const type = this.#packages.template(templateId)?.payload;
    return type === undefined ? undefined : this.#packages.codec(type).encode(argument);
  }
}
