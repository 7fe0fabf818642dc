import type { DamlLocation, SourceExcerpt } from "../../base/errors/daml-failure.ts";
import type { ContractId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { Value } from "../../base/values/value.ts";
import type { CodeCoverageRecorder } from "./code-execution-record.ts";
import type { DamlCodeFrame } from "./code-frame.ts";
import type { PartialTransaction } from "./partial-transaction.ts";
import type { StepQuota } from "./suspension.ts";

/**
 * Runs contract code against a partial transaction. Implementations: TypeScript templates
 * (`lib/contracts/templates`) and Daml-LF (`lib/contracts/daml-lf`).
 *
 * An engine is synchronous and deterministic. It accesses the ledger only through the partial transaction,
 * which enforces authorization, so it cannot perform unauthorized actions. It reports failures by throwing
 * a LedgerError (ledger-api.md 2.8). Its inputs are values in normal form that match the declared types of
 * the package signature; the caller has checked them.
 */
export interface ContractEngine {
  create(transaction: PartialTransaction, templateId: TypeId, argument: Value): ContractId;

  exercise(transaction: PartialTransaction, exercise: RootExerciseAction): Value;

  exerciseByKey(transaction: PartialTransaction, exercise: RootExerciseByKeyAction): Value;

  /**
   * Returns the view of a contract through an interface that `templateId` implements. Pure. Throws a
   * LedgerError if the code of the view fails or exceeds the step quota.
   */
  computeInterfaceView(
    templateId: TypeId,
    interfaceId: TypeId,
    contract: Contract,
    quota?: StepQuota,
  ): Value;

  /**
   * Returns a contract of another version as a contract of `templateId`, without checking that the upgrade
   * is valid. Pure. Raises INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED if the argument cannot be
   * converted, the errors of the template's code, and an error if it exceeds the step limit of an action.
   */
  convertToVersion(templateId: TypeId, contract: Contract): ContractConvertedToVersion;

  /**
   * Returns a slower engine that runs the same code in the same steps and records source locations.
   * The ledger runs failed commands again in it. Absent if the engine's code has no source
   * locations.
   */
  readonly tracing?: (() => TracingEngine) | undefined;

  /**
   * Starts counting how often code runs and how many steps it spends. Commands take longer while
   * the engine counts. Absent if the engine cannot count.
   */
  getCodeRecorder?(): CodeCoverageRecorder;
}

/** Runs contract code and reports where it failed. */
export interface TracingEngine extends ContractEngine {
  /**
   * Begins a run of commands. From now on, records the trace messages of the commands' code and
   * passes them to `onMessage`.
   */
  beginTrace(onMessage?: (message: string) => void): void;

  /** Returns the expression that is performing a ledger action; undefined if no code is running. */
  getCurrentFrame(): DamlCodeFrame | undefined;

  /** Starts counting how often the code of this engine's packages runs. */
  getCodeRecorder(): CodeCoverageRecorder;

  /** Returns the number of steps that the commands of a transaction have spent. */
  stepsSpent(transaction: PartialTransaction): number;

  /** Returns where an error of this run was thrown. */
  getCodeFailure(error: object): ContractCodeFailureTrace;

  /**
   * Returns the expression that computes the controllers of a choice or, without `choice`, the
   * signatories of a template. Undefined if the choice does not exist.
   */
  findPartyRule(typeId: TypeId, choice?: string): DamlCodeFrame | undefined;

  /** Returns the source lines around a location; undefined if they are not known. */
  findSourceExcerpt(location: DamlLocation): SourceExcerpt | undefined;
}

/** Where code failed, with its last trace messages. */
export interface ContractCodeFailureTrace {
  /** The expressions that were being evaluated, outermost first. Empty if code did not cause the error. */
  readonly stack: readonly DamlCodeFrame[];
  /**
   * The location at which the exception was first thrown; undefined unless a handler caught it and
   * threw it again.
   */
  readonly firstThrown: DamlLocation | undefined;
  /** The last trace messages of the code. */
  readonly traces: readonly string[];
}

/** A contract, converted to a version of its template. */
export interface ContractConvertedToVersion {
  readonly argument: Value;
  /** Undefined if the precondition of the template does not hold. */
  readonly terms: ContractPartiesAndKey | undefined;
}

/** Parties and key that a template computes for a contract. */
export interface ContractPartiesAndKey {
  readonly signatories: PartySet;
  /** The observers that are not signatories. */
  readonly observers: PartySet;
  readonly key: { readonly value: Value; readonly maintainers: PartySet } | undefined;
}

export interface RootExerciseAction {
  /** A template of this engine, or an interface, for which the engine finds the implementing template. */
  readonly typeId: TypeId;
  readonly contractId: ContractId;
  readonly choice: string;
  readonly argument: Value;
}

export interface RootExerciseByKeyAction {
  readonly typeId: TypeId;
  readonly key: Value;
  readonly choice: string;
  readonly argument: Value;
}
