import type { DamlLocation } from "./daml-failure.ts";

/**
 * The steps of an evaluation of commands. They are recorded by running the commands a second time
 * on the same state, with the same ids and ledger time. A step is one action, such as a create. An
 * evaluation step is a unit of work of Daml code (docs/limits.md); one action may take many.
 */
export interface EvaluationTrace {
  /** The steps, in order; at most 2,000 steps, and at most two million characters of JSON. */
  readonly steps: readonly EvaluationTraceStep[];
  /** The number of further steps that were omitted. */
  readonly omitted: number;
  /** The number of evaluation steps that Daml code took; 0 for templates in TypeScript. */
  readonly spent: number;
  /** The call stacks in which Daml code took evaluation steps, those with most first; at most 500. */
  readonly stacks: readonly StepsSpentByCallStack[];
  /** ISO 8601. */
  readonly ledgerTime: string;
  /** The error that ended the evaluation, if one did. */
  readonly error?: string;
}

/** The evaluation steps of Daml code in one call stack, without those in calls below it. */
export interface StepsSpentByCallStack {
  /** `Module:function` or `Module:Template choice Name`, outermost first; recursive calls are merged. */
  readonly stack: readonly string[];
  /** The number of evaluation steps. */
  readonly steps: number;
}

interface StepCommon {
  /** The number of exercises in progress in which the step takes place. */
  readonly depth: number;
  /** The parties that authorize the step; at most 100 of them. */
  readonly authority: readonly string[];
  /** The number of evaluation steps that Daml code had taken when this step began. */
  readonly spent: number;
  /**
   * The place in the code. Absent for the step of a command itself, and for templates in
   * TypeScript.
   */
  readonly location?: DamlLocation;
  /** The error with which the ledger refused the step. */
  readonly error?: string;
}

/**
 * Creates a contract. Values are JSON. A value with long JSON is shortened to a text that ends with
 * `…`.
 */
export interface CreateTraceStep extends StepCommon {
  readonly kind: "create";
  readonly templateId: string;
  /** Absent if the create was refused. */
  readonly contractId?: string;
  readonly argument: unknown;
  readonly key?: unknown;
  readonly signatories: readonly string[];
  readonly observers: readonly string[];
}

/** Exercises a choice. The steps of its body follow, with a greater depth. */
export interface ExerciseTraceStep extends StepCommon {
  readonly kind: "exercise";
  /** The template; or the interface, if the choice belongs to an interface. */
  readonly templateId: string;
  readonly choice: string;
  readonly contractId: string;
  readonly consuming: boolean;
  readonly byKey: boolean;
  readonly argument: unknown;
  readonly controllers: readonly string[];
  readonly choiceObservers: readonly string[];
  /** Absent if the exercise failed. */
  readonly result?: unknown;
  /**
   * The number of evaluation steps in the body of the choice, including calls; absent if the
   * exercise failed.
   */
  readonly spentInside?: number;
}

/** Fetches a contract. */
export interface FetchTraceStep extends StepCommon {
  readonly kind: "fetch";
  /** The template; or the interface, if the contract was fetched through an interface. */
  readonly templateId: string;
  readonly contractId: string;
  readonly byKey: boolean;
}

/** Tries to use a contract that cannot be used. */
export interface UnusableContractTraceStep extends StepCommon {
  readonly kind: "contract";
  readonly contractId: string;
}

/** Looks up contracts by key. */
export interface KeyTraceStep extends StepCommon {
  readonly kind: "lookupByKey";
  /**
   * The template; in the form `#package-name:Module:Template` if the look-up is part of a fetch or
   * an exercise.
   */
  readonly templateId: string;
  /** Absent if the look-up is part of a fetch or an exercise, or was refused. */
  readonly key?: unknown;
  /** The contracts found. */
  readonly contractIds: readonly string[];
}

/** Reads the ledger time, or compares it with another time. */
export interface TimeTraceStep extends StepCommon {
  readonly kind: "ledgerTime";
  /** The time that the code compares with. */
  readonly comparedWith?: string;
  /** True if the ledger time is before that time. */
  readonly isBefore?: boolean;
}

/**
 * A text of `debug` or `trace`. A text of more than 500 characters is truncated to 500, and ends
 * with `…`.
 */
export interface MessageTraceStep extends StepCommon {
  readonly kind: "message";
  readonly text: string;
}

/**
 * Contract code catches an exception. The steps from the index `from` up to this one are rolled
 * back.
 */
export interface RollbackTraceStep extends StepCommon {
  readonly kind: "rollback";
  readonly from: number;
}

/** A step of a trace. */
export type EvaluationTraceStep =
  | CreateTraceStep
  | ExerciseTraceStep
  | FetchTraceStep
  | UnusableContractTraceStep
  | KeyTraceStep
  | TimeTraceStep
  | MessageTraceStep
  | RollbackTraceStep;
