import type { StepsSpentByCallStack } from "../../base/errors/evaluation-trace.ts";

/** Counts which code of packages runs, and how many steps each call stack spends. */
export interface CodeCoverageRecorder {
  /**
   * Returns the counts since the last call of `take`, without lines and choices that did not run.
   */
  takeRecord(): CodeExecutionRecord;

  /**
   * Returns all lines and choices, with the count 0, of the packages that were added since the last
   * call of this method. Compiles the code of these packages.
   */
  addedCode(): readonly ModuleCoverage[];
}

/** The code that ran, and the steps that it spent. */
export interface CodeExecutionRecord {
  readonly modules: readonly ModuleCoverage[];
  readonly spent: readonly StepsSpentByCallStack[];
}

/** Number of times that the lines of one module have run. */
export interface ModuleCoverage {
  /** `name-version`. */
  readonly package: string;
  readonly module: string;
  /** The path of the source, without the folder of the package. */
  readonly file: string;
  /**
   * Lines on which an expression begins, with the number of times that the expression was
   * evaluated.
   */
  readonly lines: readonly (readonly [line: number, count: number])[];
  readonly choices: readonly ChoiceCoverage[];
}

/** Number of times a choice was exercised. */
export interface ChoiceCoverage {
  /** `Template.Choice`. */
  readonly name: string;
  /** The line that declares the choice; undefined if it has no location. */
  readonly line: number | undefined;
  readonly count: number;
  /** The lines of the choice's code. */
  readonly lines: readonly number[];
}
