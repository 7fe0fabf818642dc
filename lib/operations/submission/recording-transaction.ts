import type { ContractId, Micros, Party } from "../../base/identifiers/identifiers.ts";
import type { Contract, GlobalContractKey } from "../../base/model/contract.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { Value } from "../../base/values/value.ts";
import type { SubmissionPackageSelector } from "../../contracts/engine/package-selector.ts";
import type {
  CreateStep,
  ExerciseStep,
  FetchStep,
  LookupByKeyStep,
  PartialTransaction,
} from "../../contracts/engine/partial-transaction.ts";
import type { StepQuota } from "../../contracts/engine/suspension.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import {
  type EvaluationRecorder,
  type EvaluationStepToRecord,
  getErrorCode,
  limitPartiesInTrace,
} from "./evaluation-recorder.ts";
import { findChoiceSignature } from "./value-json.ts";

interface OpenExerciseStep {
  readonly kind: "exercise";
  readonly index: number | undefined;
  readonly step: ExerciseStep;
}

interface OpenScope {
  readonly kind: "scope";
  readonly from: number;
}

/**
 * A partial transaction that passes each step on to another one and records it, including steps
 * that fail.
 */
export class RecordingPartialTransaction implements PartialTransaction {
  readonly packages: SubmissionPackageSelector;
  readonly quota: StepQuota | undefined;
  readonly #inner: PartialTransaction;
  readonly #registry: PackageRegistry;
  readonly #recorder: EvaluationRecorder;
  readonly #open: (OpenExerciseStep | OpenScope)[] = [];

  constructor(inner: PartialTransaction, registry: PackageRegistry, recorder: EvaluationRecorder) {
    this.packages = inner.packages;
    this.quota = inner.quota;
    this.#inner = inner;
    this.#registry = registry;
    this.#recorder = recorder;
  }

  getLedgerTime(): Micros {
    this.#add({ kind: "ledgerTime" });
    return this.#inner.getLedgerTime();
  }

  isLedgerTimeBefore(time: Micros): boolean {
    const isBefore = this.#inner.isLedgerTimeBefore(time);
    this.#add({ kind: "ledgerTime", comparedWith: formatInstant(time), isBefore });
    return isBefore;
  }

  getAuthorizers(): readonly Party[] {
    return this.#inner.getAuthorizers();
  }

  create(create: CreateStep): ContractId {
    const { templateId, argumentType, argument, signatories, observers, key } = create;
    const step = {
      kind: "create",
      templateId,
      argument: this.#recorder.toLimitedJson(argumentType, argument),
      ...(key !== undefined && { key: this.#recorder.toLimitedJson(key.type, key.value) }),
      signatories: limitPartiesInTrace(signatories),
      observers: limitPartiesInTrace(observers),
    } as const;
    return this.#recordStep(
      step,
      () => this.#inner.create(create),
      (contractId) => ({ ...step, contractId }),
    );
  }

  getContract(contractId: ContractId): Contract {
    try {
      return this.#inner.getContract(contractId);
    } catch (error) {
      this.#add({ kind: "contract", contractId }, error);
      throw error;
    }
  }

  fetchContract(fetch: FetchStep): void {
    const { contract, templateId, interfaceId, byKey = false } = fetch;
    const { contractId } = contract;
    const step = {
      kind: "fetch",
      templateId: interfaceId ?? templateId,
      contractId,
      byKey,
    } as const;
    this.#recordStep(
      step,
      () => this.#inner.fetchContract(fetch),
      () => step,
    );
  }

  beginExercise(exercise: ExerciseStep): void {
    const { contract, templateId, interfaceId, choice, consuming, byKey = false } = exercise;
    const typeId = interfaceId ?? templateId;
    const type = findChoiceSignature(this.#registry, typeId, choice)?.argument;
    const step = {
      kind: "exercise",
      templateId: typeId,
      choice,
      contractId: contract.contractId,
      consuming,
      byKey,
      argument: this.#recorder.toLimitedJson(type, exercise.argument),
      controllers: limitPartiesInTrace(exercise.controllers),
      choiceObservers: limitPartiesInTrace(exercise.choiceObservers),
    } as const;
    const authority = this.#getLimitedAuthorizers();
    try {
      this.#inner.beginExercise(exercise);
    } catch (error) {
      this.#add(step, error);
      throw error;
    }
    const index = this.#recorder.add({ ...step, authority });
    this.#open.push({ kind: "exercise", index, step: exercise });
    this.#recorder.depth += 1;
  }

  endExercise(result: Value): void {
    this.#inner.endExercise(result);
    const ended = this.#open.pop();
    this.#recorder.depth -= 1;
    if (ended?.kind !== "exercise") return;
    const { templateId, interfaceId, choice } = ended.step;
    const type = findChoiceSignature(this.#registry, interfaceId ?? templateId, choice)?.result;
    this.#recorder.end(ended.index, this.#recorder.toLimitedJson(type, result));
  }

  contractsByKey(key: GlobalContractKey, limit: number): readonly Contract[] {
    const { packageName, qualifiedName } = key;
    const step = { kind: "lookupByKey", templateId: `#${packageName}:${qualifiedName}` } as const;
    return this.#recordStep(
      { ...step, contractIds: [] },
      () => this.#inner.contractsByKey(key, limit),
      (found) => ({ ...step, contractIds: listContractIds(found) }),
    );
  }

  lookupByKey(lookup: LookupByKeyStep): readonly Contract[] {
    const { templateId, key } = lookup;
    const type = this.#registry.template(templateId)?.key;
    const step = {
      kind: "lookupByKey",
      templateId,
      key: this.#recorder.toLimitedJson(type, key.value),
    } as const;
    return this.#recordStep(
      { ...step, contractIds: [] },
      () => this.#inner.lookupByKey(lookup),
      (found) => ({ ...step, contractIds: listContractIds(found) }),
    );
  }

  beginScope(): void {
    this.#inner.beginScope();
    this.#open.push({ kind: "scope", from: this.#recorder.steps.length });
  }

  endScope(): void {
    this.#inner.endScope();
    this.#open.pop();
  }

  rollbackScope(): void {
    const scope = this.#closeScope();
    const step = { kind: "rollback", from: scope?.from ?? 0 } as const;
    this.#recordStep(
      step,
      () => this.#inner.rollbackScope(),
      () => step,
    );
  }

  /** Closes the innermost scope, and the exercises in it that an exception has ended. */
  #closeScope(): OpenScope | undefined {
    let open = this.#open.pop();
    while (open?.kind === "exercise") {
      this.#recorder.depth -= 1;
      open = this.#open.pop();
    }
    return open;
  }

  /** Performs a step, and records it with its result or its error. */
  #recordStep<T>(
    step: StepWithoutAuthority,
    perform: () => T,
    done: (result: T) => StepWithoutAuthority,
  ): T {
    let result: T;
    try {
      result = perform();
    } catch (error) {
      this.#add(step, error);
      throw error;
    }
    this.#add(done(result));
    return result;
  }

  #add(step: StepWithoutAuthority, refused?: unknown): void {
    const error = getErrorCode(refused);
    const authority = this.#getLimitedAuthorizers();
    this.#recorder.add({ ...step, authority, ...(error !== undefined && { error }) });
  }

  #getLimitedAuthorizers(): readonly Party[] {
    return limitPartiesInTrace(this.#inner.getAuthorizers());
  }
}

type StepWithoutAuthority = EvaluationStepToRecord extends infer Step
  ? Step extends EvaluationStepToRecord
    ? Omit<Step, "authority">
    : never
  : never;

const listContractIds = (contracts: readonly Contract[]): readonly ContractId[] =>
  contracts.map(({ contractId }) => contractId);
