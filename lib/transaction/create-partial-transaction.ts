import { partySet, partiesWithout, unionOfParties, type PartySet } from "../model/party-set.ts";
import {
  stakeholdersOf,
  type Contract,
  type ContractKey,
  type GlobalKey,
} from "../model/contract.ts";
import {
  splitTypeId,
  type ContractId,
  type Micros,
  type NodeId,
  type ParticipantId,
  type Party,
  type TypeId,
} from "../model/identifiers.ts";
import type { PackageSelection } from "../packages/package-selection.ts";
import { defaultMaxNesting } from "../values/value-error.ts";
import type { Value } from "../values/value.ts";
import { ActionContext } from "./action-context.ts";
import {
  authorizeCreate,
  authorizeExercise,
  authorizeFetch,
  authorizeLookup,
  type AuthorizationContext,
} from "./authorization.ts";
import { contractHash, contractKeyHash } from "./contract-hash.ts";
import { createContractId } from "./contract-id.ts";
import { engineFault, interpretationError } from "./interpretation-error.ts";
import { boundsAfterComparison, boundsAt, type LedgerTimeBounds } from "./ledger-time-bounds.ts";
import type { ExerciseDraft, NodeDraft } from "./node-draft.ts";
import type { Transaction } from "./node.ts";
import type {
  CreateStep,
  ExerciseStep,
  FetchStep,
  LedgerView,
  LookupByKeyStep,
  PartialTransaction,
} from "./partial-transaction.ts";
import { placeNodes } from "./place-nodes.ts";
import { normalizedRollback } from "./rollback.ts";
import { ContractSalts, contractDiscriminator, transactionSeed } from "./seeds.ts";
import { UsedContracts, type UndoMark } from "./used-contracts.ts";
import { assertNesting } from "./value-nesting.ts";

export interface PartialTransactionOptions {
  /** Whose authority the root steps have. */
  readonly actAs: readonly Party[];
  readonly view: LedgerView;
  readonly packages: PackageSelection;
  readonly ledgerTime: Micros;
  /** Part of what contract ids are made from; ledger time by default. */
  readonly preparationTime?: Micros;
  readonly participantId: ParticipantId;
  /** 32 bytes; the same seed and steps give the same contract ids. */
  readonly submissionSeed: Uint8Array;
  /** Levels below the outermost value; 100 by default. */
  readonly maxValueNesting?: number;
  /**
   * Whether a scope that created or consumed a contract may be rolled back: `"allowed"` (the default)
   * as on protocol version 34, or refused with DAML_EFFECTFUL_ROLLBACK_ERROR as from 35 on
   * (daml-lf.md 11.4).
   */
  readonly effectfulRollback?: "allowed" | "refused";
}

/** A partial transaction and how to end it. */
export interface OpenTransaction extends PartialTransaction {
  /** Raises LEDGER_API_INTERNAL_ERROR while an exercise or a scope is open. Linear in the nodes. */
  finish(): FinishedTransaction;
}

export interface FinishedTransaction {
  readonly transaction: Transaction;
  /** Created outside rollbacks, in order; transient contracts included. */
  readonly created: readonly Contract[];
  /** Consumed outside rollbacks, in order; local contracts included. */
  readonly consumed: ReadonlyMap<ContractId, Contract>;
  /** Contracts of the ledger the transaction depends on, in order of first use, also in rollbacks. */
  readonly inputs: ReadonlyMap<ContractId, Contract>;
  /** The ledger times for which the same commands give this transaction. */
  readonly ledgerTimeBounds: LedgerTimeBounds;
  /** Everyone that some node informs. */
  readonly informees: PartySet;
}

/** An empty transaction, to be built by an engine. */
export const createPartialTransaction = (options: PartialTransactionOptions): OpenTransaction =>
  new TransactionBuilder(options);

/** What is open: the roots, an exercise, or a scope. Scopes share the node list they are opened in. */
type Frame = ActionFrame | ScopeFrame;

interface ActionFrame {
  readonly kind: "root" | "exercise";
  readonly context: ActionContext;
  readonly children: NodeDraft[];
  readonly draft?: ExerciseDraft;
}

interface ScopeFrame {
  readonly kind: "scope";
  readonly context: ActionContext;
  readonly children: NodeDraft[];
  /** How many of `children` are older than the scope. */
  readonly start: number;
  readonly mark: UndoMark;
}

class TransactionBuilder implements OpenTransaction {
  readonly packages: PackageSelection;
  readonly #options: PartialTransactionOptions;
  readonly #contracts: UsedContracts;
  readonly #roots: NodeDraft[] = [];
  readonly #frames: Frame[] = [];
  readonly #maxNesting: number;
  #top: Frame;
  #salts: ContractSalts | undefined;
  #bounds: LedgerTimeBounds = {};
  #informees: PartySet = [];
  #nodeCount: NodeId = 0;

  constructor(options: PartialTransactionOptions) {
    this.#options = options;
    this.packages = options.packages;
    this.#contracts = new UsedContracts(options.view);
    this.#maxNesting = options.maxValueNesting ?? defaultMaxNesting;
    const { submissionSeed, participantId } = options;
    const context = new ActionContext(partySet(options.actAs), () =>
      transactionSeed(submissionSeed, participantId, this.#preparationTime),
    );
    this.#top = { kind: "root", context, children: this.#roots };
  }

  ledgerTime(): Micros {
    this.#bounds = boundsAt(this.#options.ledgerTime);
    return this.#options.ledgerTime;
  }

  isLedgerTimeBefore(time: Micros): boolean {
    const isBefore = this.#options.ledgerTime < time;
    this.#bounds = boundsAfterComparison(this.#bounds, time, isBefore);
    return isBefore;
  }

  authorizers(): PartySet {
    return this.#top.context.authorizers;
  }

  create(step: CreateStep): ContractId {
    const signatories = partySet(step.signatories);
    const observers = partiesWithout(partySet(step.observers), signatories);
    assertNesting(step.argument, this.#maxNesting);
    const key = this.#keyOf(step);
    authorizeCreate(this.#authorization(step.templateId), signatories, key?.maintainers ?? []);
    if (key !== undefined && step.uniqueKey === true) this.#assertKeyIsFree(step, key);
    const contract = this.#newContract(step, { signatories, observers, ...(key && { key }) });
    this.#contracts.addLocal(contract);
    this.#addNode({
      kind: "create",
      informees: stakeholdersOf(contract),
      node: { kind: "create", contract },
    });
    return contract.contractId;
  }

  contract(contractId: ContractId): Contract {
    return this.#contracts.get(contractId);
  }

  fetch(step: FetchStep): void {
    const contract = this.#contracts.get(step.contract.contractId);
    const stakeholders = stakeholdersOf(contract);
    const authorizers = this.authorizers();
    authorizeFetch(this.#authorization(step.templateId), stakeholders);
    const actingParties = stakeholders.filter((party) => authorizers.includes(party));
    this.#top.context.nextAction();
    this.#addNode({
      kind: "fetch",
      informees: unionOfParties(contract.signatories, actingParties),
      node: {
        kind: "fetch",
        contractId: contract.contractId,
        packageName: contract.packageName,
        templateId: step.templateId,
        ...(step.interfaceId === undefined ? {} : { interfaceId: step.interfaceId }),
        actingParties,
        signatories: contract.signatories,
        stakeholders,
        ...(contract.key === undefined ? {} : { key: contract.key }),
        byKey: step.byKey === true,
      },
    });
  }

  beginExercise(step: ExerciseStep): void {
    const contract = this.#contracts.get(step.contract.contractId);
    const controllers = partySet(step.controllers);
    assertNesting(step.argument, this.#maxNesting);
    authorizeExercise(this.#authorization(step.templateId), controllers);
    const draft = exerciseDraft(step, contract, controllers);
    if (step.consuming) this.#contracts.consume(contract);
    const seed = this.#top.context.nextAction();
    this.#addNode(draft);
    const context = new ActionContext(unionOfParties(contract.signatories, controllers), seed);
    this.#open({ kind: "exercise", context, children: draft.children, draft });
  }

  endExercise(result: Value): void {
    const { kind } = this.#top;
    if (this.#top.kind !== "exercise" || this.#top.draft === undefined) {
      throw engineFault(`An exercise cannot end while the innermost open thing is a ${kind}.`);
    }
    assertNesting(result, this.#maxNesting);
    this.#top.draft.result = result;
    this.#close();
  }

  contractsByKey(key: GlobalKey): readonly Contract[] {
    return this.#contracts.byKey(key);
  }

  lookupByKey(step: LookupByKeyStep): void {
    const { maintainers } = step.key;
    if (maintainers.length === 0) throw noMaintainers("FETCH", step.templateId, step.packageName);
    authorizeLookup(this.#authorization(step.templateId), maintainers);
    this.#top.context.nextAction();
    this.#addNode({
      kind: "lookupByKey",
      informees: maintainers,
      node: {
        kind: "lookupByKey",
        packageName: step.packageName,
        templateId: step.templateId,
        qualifiedName: splitTypeId(step.templateId).qualifiedName,
        key: step.key,
        contractIds: step.found.map(({ contractId }) => contractId),
      },
    });
  }

  beginScope(): void {
    const { context, children } = this.#top;
    const mark = this.#contracts.mark();
    this.#open({ kind: "scope", context, children, start: children.length, mark });
  }

  endScope(): void {
    if (this.#top.kind !== "scope") throw engineFault("No scope is open here.");
    this.#close();
  }

  rollbackScope(): void {
    while (this.#top.kind === "exercise") this.#close();
    if (this.#top.kind !== "scope") throw engineFault("No scope is open here.");
    const { children, start, mark } = this.#top;
    if (this.#options.effectfulRollback === "refused") this.#assertEffectless(mark);
    this.#contracts.undo(mark);
    const undone = children.splice(start);
    for (const draft of normalizedRollback(undone)) children.push(draft);
    this.#close();
  }

  finish(): FinishedTransaction {
    if (this.#top.kind !== "root") throw engineFault(`An open ${this.#top.kind} was left behind.`);
    return {
      transaction: placeNodes(this.#roots),
      created: this.#contracts.created(),
      consumed: this.#contracts.consumed(),
      inputs: this.#contracts.inputs(),
      ledgerTimeBounds: this.#bounds,
      informees: this.#informees,
    };
  }

  get #preparationTime(): Micros {
    return this.#options.preparationTime ?? this.#options.ledgerTime;
  }

  #open(frame: Frame): void {
    this.#frames.push(this.#top);
    this.#top = frame;
  }

  #close(): void {
    this.#top = this.#frames.pop() ?? this.#top;
  }

  #addNode(draft: Exclude<NodeDraft, { kind: "rollback" }>): void {
    this.#nodeCount++;
    this.#informees = unionOfParties(this.#informees, draft.informees);
    this.#top.children.push(draft);
  }

  #authorization(templateId: TypeId): AuthorizationContext {
    return { nodeId: this.#nodeCount, templateId, given: this.authorizers() };
  }

  #keyOf({ key, templateId, packageName }: CreateStep): ContractKey | undefined {
    if (key === undefined) return undefined;
    assertNesting(key.value, this.#maxNesting);
    const hash = contractKeyHash({
      packageName,
      qualifiedName: splitTypeId(templateId).qualifiedName,
      key: key.value,
      shape: this.packages.registry.shapes.of(key.type),
    });
    const maintainers = partySet(key.maintainers);
    if (maintainers.length === 0) throw noMaintainers("CREATE", templateId, packageName);
    return { value: key.value, maintainers, hash };
  }

  #assertKeyIsFree({ templateId, packageName }: CreateStep, { hash }: ContractKey): void {
    const { qualifiedName } = splitTypeId(templateId);
    const [holder] = this.#contracts.byKey({ packageName, qualifiedName, hash });
    if (holder === undefined) return;
    throw interpretationError("DUPLICATE_CONTRACT_KEY", {
      cause: `Update failed due to a duplicate contract key: ${holder.contractId} has it already`,
      resources: [
        ["TEMPLATE_ID", templateId],
        ["CONTRACT_KEY", hash],
        ["PACKAGE_NAME", packageName],
      ],
    });
  }

  #newContract(
    { templateId, packageName, argument, argumentType }: CreateStep,
    parties: Pick<Contract, "signatories" | "observers" | "key">,
  ): Contract {
    const nodeSeed = this.#top.context.nextAction()();
    const stakeholders = partySet([...parties.signatories, ...parties.observers]);
    const hash = contractHash({
      packageName,
      qualifiedName: splitTypeId(templateId).qualifiedName,
      argument,
      shape: this.packages.registry.shapes.of(argumentType),
    });
    this.#salts ??= new ContractSalts(this.#options.submissionSeed);
    const salt = this.#salts.next();
    const createdAt = this.#options.ledgerTime;
    const contractId = createContractId(
      contractDiscriminator(nodeSeed, this.#preparationTime, stakeholders),
      { ...parties, contractHash: hash, salt, createdAt },
    );
    return { contractId, templateId, packageName, argument, ...parties, createdAt, salt };
  }

  #assertEffectless(mark: UndoMark): void {
    const effects = this.#contracts.effectsSince(mark);
    if (effects.length === 0) return;
    const named = effects.map(({ kind, contract }) => `${kind} ${contract.contractId}`).join(", ");
    throw interpretationError("DAML_EFFECTFUL_ROLLBACK_ERROR", {
      cause: `A caught exception would roll back effects on the ledger: ${named}`,
    });
  }
}

const exerciseDraft = (
  step: ExerciseStep,
  contract: Contract,
  actingParties: PartySet,
): ExerciseDraft => {
  const { signatories, key } = contract;
  const stakeholders = stakeholdersOf(contract);
  const choiceObservers = partySet(step.choiceObservers);
  const informed = step.consuming ? stakeholders : signatories;
  return {
    kind: "exercise",
    informees: unionOfParties(unionOfParties(informed, actingParties), choiceObservers),
    children: [],
    node: {
      kind: "exercise",
      contractId: contract.contractId,
      packageName: contract.packageName,
      templateId: step.templateId,
      ...(step.interfaceId === undefined ? {} : { interfaceId: step.interfaceId }),
      choice: step.choice,
      consuming: step.consuming,
      argument: step.argument,
      actingParties,
      choiceObservers,
      signatories,
      stakeholders,
      ...(key === undefined ? {} : { key }),
      byKey: step.byKey === true,
    },
  };
};

const noMaintainers = (step: "CREATE" | "FETCH", templateId: TypeId, packageName: string) =>
  interpretationError(`${step}_EMPTY_CONTRACT_KEY_MAINTAINERS`, {
    cause: `Update failed due to a contract key with an empty set of maintainers: ${templateId}`,
    resources: [
      ["TEMPLATE_ID", templateId],
      ["PACKAGE_NAME", packageName],
    ],
  });
