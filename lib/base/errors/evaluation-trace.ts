import type { DamlLocation } from "./daml-failure.ts";

/**
 * The steps of an evaluation of commands. Found by a second run of the same commands on the same
 * state, with the same ids and the same time.
 */
export interface EvaluationTrace {
  /** In order; at most 2,000 steps, and two million characters of JSON. */
  readonly steps: readonly EvaluationStep[];
  /** The number of steps that were left out after those. */
  readonly omitted: number;
  /** The number of steps of Daml code that count against the limit; 0 for templates in TypeScript. */
  readonly spent: number;
  /** The call stacks that spent steps, most first; at most 500. */
  readonly stacks: readonly SpentSteps[];
  /** ISO 8601. */
  readonly ledgerTime: string;
  /** The error that ended the evaluation, if one did. */
  readonly error?: string;
}

/** Steps of Daml code that were spent in one call stack, without the calls below it. */
export interface SpentSteps {
  /** `Module:function` or `Module:Template choice Name`, outermost first; recursive calls are merged. */
  readonly stack: readonly string[];
  readonly steps: number;
}

interface StepCommon {
  /** The number of exercises that the step is part of. */
  readonly depth: number;
  /** The parties that authorize the step; at most 100 of them. */
  readonly authority: readonly string[];
  /** Steps of Daml code that the evaluation had spent when the step began. */
  readonly spent: number;
  /** Absent for the step of a command itself, and for templates in TypeScript. */
  readonly location?: DamlLocation;
  /** The error with which the ledger refused the step. */
  readonly error?: string;
}

/** Creates a contract. Values are JSON; long ones are cut, and are then a text that ends with `…`. */
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
  /** The interface, if the choice belongs to an interface. */
  readonly templateId: string;
  readonly choice: string;
  readonly contractId: string;
  readonly consuming: boolean;
  readonly byKey: boolean;
  readonly argument: unknown;
  readonly controllers: readonly string[];
  readonly choiceObservers: readonly string[];
  /** Absent if the choice did not end. */
  readonly result?: unknown;
  /** Steps of Daml code that the body took, with all that it called; absent if it did not end. */
  readonly spentInside?: number;
}

/** Fetches a contract. */
export interface FetchTraceStep extends StepCommon {
  readonly kind: "fetch";
  /** The interface, if the contract is fetched through an interface. */
  readonly templateId: string;
  readonly contractId: string;
  readonly byKey: boolean;
}

/** Uses a contract that cannot be used. */
export interface ContractTraceStep extends StepCommon {
  readonly kind: "contract";
  readonly contractId: string;
}

/** Looks up contracts by key. */
export interface KeyTraceStep extends StepCommon {
  readonly kind: "lookupByKey";
  /** `#package-name:Module:Template` if the look-up belongs to a fetch or an exercise. */
  readonly templateId: string;
  /** Absent if the look-up belongs to a fetch or an exercise, or was refused. */
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

/** A text of `debug` or `trace`, with at most 500 characters. */
export interface MessageTraceStep extends StepCommon {
  readonly kind: "message";
  readonly text: string;
}

/** A handler catches an exception: all steps from an index on have no effect, up to this one. */
export interface RollbackTraceStep extends StepCommon {
  readonly kind: "rollback";
  readonly from: number;
}

/** A step of an evaluation. */
export type EvaluationStep =
  | CreateTraceStep
  | ExerciseTraceStep
  | FetchTraceStep
  | ContractTraceStep
  | KeyTraceStep
  | TimeTraceStep
  | MessageTraceStep
  | RollbackTraceStep;
