import type { LedgerError } from "../../base/errors/ledger-error.ts";
import {
  type ContractId,
  type Micros,
  type NodeId,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import {
  type Contract,
  type ContractKey,
  getStakeholders,
  type GlobalContractKey,
} from "../../base/model/contract.ts";
import {
  createPartySet,
  type PartySet,
  subtractParties,
  unitePartySets,
} from "../../base/model/party-set.ts";
import type { Value } from "../../base/values/value.ts";
import { defaultMaxNesting } from "../../base/values/value-error.ts";
import type {
  CreateStep,
  ExerciseStep,
  FetchStep,
  LookupByKeyStep,
  VisibleContractLookup,
} from "../engine/partial-transaction.ts";
import type { StepQuota } from "../engine/suspension.ts";
import type { PackageSelection } from "../packages/package-selection.ts";
import {
  type AuthorizationContext,
  authorizeCreate,
  authorizeExercise,
  authorizeFetch,
  authorizeLookupByKey,
} from "./authorization.ts";
import type {
  ExerciseInProgress,
  FinishablePartialTransaction,
  FinishedTransaction,
} from "./finished-transaction.ts";
import {
  createEngineFaultError,
  createTransactionTooLargeError,
  interpretationError,
} from "./interpretation-error.ts";
import { createDuplicateContractKeyError, emptyKeyMaintainersError } from "./key-errors.ts";
import {
  createExactTimeBounds,
  type LedgerTimeBounds,
  narrowTimeBounds,
} from "./ledger-time-bounds.ts";
import type { ExerciseNodeDraft, LeafNodeDraft, TransactionNodeDraft } from "./node-draft.ts";
import type { PartialTransactionOptions } from "./partial-transaction-options.ts";
import { createTransactionFromDrafts } from "./place-nodes.ts";
import { normalizeRollbackNodes } from "./rollback.ts";
import { deriveTransactionSeed, NodeSeeds } from "./seeds.ts";
import {
  draftCreateNode,
  draftExerciseNode,
  draftFetchNode,
  draftLookupNode,
} from "./step-drafts.ts";
import { TransactionContractFactory } from "./transaction-contract-factory.ts";
import {
  TransactionContractTracker,
  type TransactionUndoMark,
} from "./transaction-contract-tracker.ts";
import { assertValueNesting } from "./value-nesting.ts";

/** An open element: the roots, an exercise, or a scope. A scope shares the node list of its parent. */
type BuilderFrame = RootFrame | ExerciseFrame | ScopeFrame;

interface FrameCommon {
  readonly context: TransactionBuilderActionContext;
  readonly children: TransactionNodeDraft[];
}
interface RootFrame extends FrameCommon {
  readonly kind: "root";
}
interface ExerciseFrame extends FrameCommon {
  readonly kind: "exercise";
  readonly nodeId: NodeId;
  readonly draft: ExerciseNodeDraft;
}
interface ScopeFrame extends FrameCommon {
  readonly kind: "scope";
  /** Number of `children` that were added before the scope began. */
  readonly start: number;
  readonly mark: TransactionUndoMark;
}

/**
 * Maximum number of different informees of a transaction. The ledger looks up, hashes and writes
 * each one.
 */
const maxInformees = 10_000;

/** Maximum sum of the numbers of informees of all nodes. */
const maxInformeesOfNodes = 250_000;

const tooManyInformeesError = (): LedgerError =>
  createTransactionTooLargeError(
    "its nodes concern",
    maxInformees,
    `parties, or ${maxInformeesOfNodes} if each party counts once per node`,
  );

/** A partial transaction that checks every step and records it in the tree of nodes. */
export class TransactionBuilder implements FinishablePartialTransaction {
  readonly packages: PackageSelection;
  readonly quota: StepQuota | undefined;
  readonly #ledgerTime: Micros;
  readonly #maxNesting: number;
  readonly #maxNodes: number;
  readonly #refusesEffectfulRollback: boolean;
  readonly #contracts: TransactionContractTracker;
  readonly #issuer: TransactionContractFactory;
  readonly #frames: BuilderFrame[] = [];
  readonly #informees = new Set<Party>();
  #mentions = 0;
  #top: BuilderFrame;
  #bounds: LedgerTimeBounds = {};
  #nodeCount: NodeId = 0;

  constructor(options: PartialTransactionOptions) {
    const { packages, ledgerTime, participantId, submissionSeed } = options;
    const preparationTime = options.preparationTime ?? ledgerTime;
    this.packages = packages;
    this.quota = options.quota;
    this.#ledgerTime = ledgerTime;
    this.#maxNesting = options.maxValueNesting ?? defaultMaxNesting;
    this.#maxNodes = options.maxNodes ?? Number.POSITIVE_INFINITY;
    this.#refusesEffectfulRollback = options.effectfulRollback === "refused";
    this.#contracts = new TransactionContractTracker(options.view);
    const { registry } = packages;
    this.#issuer = new TransactionContractFactory({
      registry,
      ledgerTime,
      preparationTime,
      submissionSeed,
    });
    const context = new TransactionBuilderActionContext(
      createPartySet(options.actAs),
      () => deriveTransactionSeed(submissionSeed, participantId, preparationTime),
      options.rootSeed,
    );
    this.#top = { kind: "root", context, children: [] };
  }

  matchesLedgerView(view: VisibleContractLookup): boolean {
    return this.#contracts.matchesLedgerView(view);
  }

  getLedgerTime(): Micros {
    this.#bounds = createExactTimeBounds(this.#ledgerTime);
    return this.#ledgerTime;
  }

  isLedgerTimeBefore(time: Micros): boolean {
    const isBefore = this.#ledgerTime < time;
    this.#bounds = narrowTimeBounds(this.#bounds, time, isBefore);
    return isBefore;
  }

  getAuthorizers(): PartySet {
    return this.#top.context.authorizers;
  }

  create(step: CreateStep): ContractId {
    if (step.signatories.length + step.observers.length > maxInformeesOfNodes) {
      throw tooManyInformeesError();
    }
    const signatories = createPartySet(step.signatories);
    const observers = subtractParties(createPartySet(step.observers), signatories);
    // Check the number of parties before all of them are hashed.
    if (signatories.length + observers.length > maxInformees) throw tooManyInformeesError();
    assertValueNesting(step.argument, this.#maxNesting);
    if (step.key !== undefined) assertValueNesting(step.key.value, this.#maxNesting);
    const key = this.#issuer.createContractKey(step);
    authorizeCreate(
      this.#createAuthorizationContext(step.templateId),
      signatories,
      key?.maintainers ?? [],
    );
    const parties = { signatories, observers, key };
    this.#assertKeyIsFree(step, key);
    const { context } = this.#top;
    const contract = this.#issuer.issueContract(
      step,
      parties,
      context.getActionSeed(context.nextAction()),
    );
    this.#contracts.addLocal(contract);
    this.#addNode(draftCreateNode(contract));
    return contract.contractId;
  }

  getContract(contractId: ContractId): Contract {
    return this.#contracts.get(contractId);
  }

  fetchContract(step: FetchStep): void {
    const contract = this.#contracts.get(step.contract.contractId);
    authorizeFetch(this.#createAuthorizationContext(step.templateId), getStakeholders(contract));
    this.#top.context.nextAction();
    this.#addNode(draftFetchNode(step, contract, this.getAuthorizers()));
  }

  beginExercise(step: ExerciseStep): void {
    const contract = this.#contracts.get(step.contract.contractId);
    const controllers = createPartySet(step.controllers);
    assertValueNesting(step.argument, this.#maxNesting);
    authorizeExercise(this.#createAuthorizationContext(step.templateId), controllers);
    if (step.consuming) this.#contracts.consumeContract(contract);
    const outer = this.#top.context;
    const action = outer.nextAction();
    const draft = draftExerciseNode(step, contract, controllers);
    const nodeId = this.#nodeCount;
    this.#addNode(draft);
    const context = new TransactionBuilderActionContext(
      unitePartySets(contract.signatories, controllers),
      () => outer.getActionSeed(action),
    );
    this.#pushFrame({ kind: "exercise", nodeId, context, children: draft.children, draft });
  }

  endExercise(result: Value): void {
    const top = this.#top;
    if (top.kind !== "exercise") {
      throw createEngineFaultError(
        `An exercise cannot end while the innermost open element is a ${top.kind}.`,
      );
    }
    assertValueNesting(result, this.#maxNesting);
    top.draft.node.result = result;
    this.#popFrame();
  }

  contractsByKey(key: GlobalContractKey, limit: number): readonly Contract[] {
    return this.#contracts.findByKey(key, limit);
  }

  lookupByKey(step: LookupByKeyStep): readonly Contract[] {
    const { templateId, packageName } = step;
    const { maintainers, hash, value } = step.key;
    assertValueNesting(value, this.#maxNesting);
    if (maintainers.length === 0) throw emptyKeyMaintainersError("FETCH", step);
    authorizeLookupByKey(this.#createAuthorizationContext(templateId), maintainers);
    const { qualifiedName } = splitTypeId(templateId);
    const found = this.#contracts.findByKey({ packageName, qualifiedName, hash }, step.limit);
    this.#top.context.nextAction();
    this.#addNode(draftLookupNode(step, found));
    return found;
  }

  beginScope(): void {
    const { context, children } = this.#top;
    const mark = this.#contracts.getUndoMark();
    this.#nodeCount++;
    this.#pushFrame({ kind: "scope", context, children, start: children.length, mark });
  }

  endScope(): void {
    if (this.#top.kind !== "scope") throw createEngineFaultError("No scope is open here.");
    this.#popFrame();
  }

  rollbackScope(): void {
    while (this.#top.kind === "exercise") this.#popFrame();
    if (this.#top.kind !== "scope") throw createEngineFaultError("No scope is open here.");
    const { children, start, mark } = this.#top;
    if (this.#refusesEffectfulRollback) this.#assertEffectless(mark);
    this.#contracts.undoEffects(mark);
    const undone = children.splice(start);
    for (const draft of normalizeRollbackNodes(undone)) children.push(draft);
    this.#popFrame();
  }

  finishTransaction(): FinishedTransaction {
    if (this.#top.kind !== "root") {
      throw createEngineFaultError(
        `The transaction cannot finish while a ${this.#top.kind} is open.`,
      );
    }
    return {
      transaction: createTransactionFromDrafts(this.#top.children),
      created: this.#contracts.listCreated(),
      consumed: this.#contracts.getConsumed(),
      inputs: this.#contracts.getInputs(),
      ledgerTimeBounds: this.#bounds,
      informees: createPartySet(this.#informees),
    };
  }

  get usesLedgerTime(): boolean {
    return Object.keys(this.#bounds).length > 0;
  }

  listOpenExercises(): readonly ExerciseInProgress[] {
    return [...this.#frames, this.#top].reverse().flatMap((frame) => {
      if (frame.kind !== "exercise") return [];
      const { nodeId, draft } = frame;
      const {
        templateId,
        interfaceId: typeId = templateId,
        actingParties,
        signatories,
      } = draft.node;
      const { choice, contractId, argument } = draft.node;
      const controllers = createPartySet(actingParties);
      return [
        {
          nodeId,
          typeId,
          choice,
          contractId,
          argument,
          controllers,
          signatories: createPartySet(signatories),
        },
      ];
    });
  }

  #pushFrame(frame: BuilderFrame): void {
    this.#frames.push(this.#top);
    this.#top = frame;
  }

  #popFrame(): void {
    this.#top = this.#frames.pop() ?? this.#top;
  }

  #addNode(draft: LeafNodeDraft | ExerciseNodeDraft): void {
    if (this.#nodeCount >= this.#maxNodes) throw this.#tooManyNodesError();
    this.#nodeCount++;
    for (const informee of draft.informees) this.#informees.add(informee);
    this.#mentions += draft.informees.length;
    if (this.#informees.size > maxInformees || this.#mentions > maxInformeesOfNodes) {
      throw tooManyInformeesError();
    }
    this.#top.children.push(draft);
  }

  #tooManyNodesError(): LedgerError {
    return createTransactionTooLargeError("it has", this.#maxNodes, "nodes");
  }

  #createAuthorizationContext(templateId: TypeId): AuthorizationContext {
    return { nodeId: this.#nodeCount, templateId, given: this.getAuthorizers() };
  }

  #assertKeyIsFree(step: CreateStep, key: ContractKey | undefined): void {
    if (key === undefined || step.key === undefined || step.uniqueKey !== true) return;
    const { packageName, templateId } = step;
    const { qualifiedName } = splitTypeId(templateId);
    if (!this.#contracts.isKeyTaken({ packageName, qualifiedName, hash: key.hash })) return;
    const json = this.packages.registry.codec(step.key.type).encode(key.value);
    throw createDuplicateContractKeyError(step, JSON.stringify(json));
  }

  #assertEffectless(mark: TransactionUndoMark): void {
    const effects = this.#contracts.effectsSince(mark);
    if (effects.length === 0) return;
    const named = effects.map(({ kind, contract: { templateId, contractId } }) => {
      const what = kind === "created" ? "create of" : "consuming exercise on";
      return `${what} ${templateId} (${contractId})`;
    });
    throw interpretationError("DAML_EFFECTFUL_ROLLBACK_ERROR", {
      cause: `Tried to rollback side-effectful node(s): ${named.join(", ")}`,
    });
  }
}

/** Returns an empty transaction for an engine to build. */
export const createPartialTransaction = (
  options: PartialTransactionOptions,
): FinishablePartialTransaction => new TransactionBuilder(options);

/**
 * The context in which steps run: the root, or the body of an exercise. Rollback scopes belong to the
 * context they are opened in (daml-lf.md 14.1, 17.1).
 */
export class TransactionBuilderActionContext {
  readonly authorizers: PartySet;
  readonly #seed: () => Uint8Array;
  readonly #firstSeed: Uint8Array | undefined;
  #seeds: NodeSeeds | undefined;
  #nextAction = 0;

  /**
   * Calls `seed` only if a contract is created in or below the context. If `firstSeed` is given, it
   * is the seed of the first action. The seeds of other actions are derived from the context's
   * seed.
   */
  constructor(authorizers: PartySet, seed: () => Uint8Array, firstSeed?: Uint8Array) {
    this.authorizers = authorizers;
    this.#seed = seed;
    this.#firstSeed = firstSeed;
  }

  /** Returns the index of the next action of this context. */
  nextAction(): number {
    return this.#nextAction++;
  }

  /** Returns the seed of the action with this index. */
  getActionSeed(action: number): Uint8Array {
    if (action === 0 && this.#firstSeed !== undefined) return this.#firstSeed;
    this.#seeds ??= new NodeSeeds(this.#seed());
    return this.#seeds.deriveSeed(action);
  }
}
