/**
 * A range in a Daml source file. Lines and columns count from 1. `endColumn` is the column after
 * the last character.
 */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A place in the code of a package. */
export interface DamlLocation {
  readonly packageId: string;
  /** `name-version`. */
  readonly package: string;
  readonly module: string;
  /** The top-level value, or the part of a template: `transfer`, `Iou ensure`, `Iou choice Transfer`. */
  readonly definition: string;
  /**
   * The range of the expression, or of its definition; undefined if the package contains neither.
   */
  readonly range: SourceRange | undefined;
  /**
   * True if the range is the whole definition, because the range of the expression is not known.
   */
  readonly isWholeDefinition: boolean;
}

/** The lines of the source around a range. */
export interface SourceExcerpt {
  /** The path of the file in the DAR, without the folder of the package. */
  readonly file: string;
  /** The number of the first line. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** The command of the submission that failed. */
export interface CommandFrame {
  readonly kind: "command";
  readonly command: "create" | "exercise" | "exerciseByKey" | "createAndExercise";
  readonly templateId: string;
  readonly choice?: string;
  readonly contractId?: string;
  /** The payload of a create, or the argument of the choice, as JSON. */
  readonly argument: unknown;
}

/** An exercise that was in progress. */
export interface ExerciseFrame {
  readonly kind: "exercise";
  /** The template; or the interface, if the choice belongs to an interface. */
  readonly templateId: string;
  readonly choice: string;
  readonly contractId: string;
  /** The value as JSON. */
  readonly argument: unknown;
}

/** An expression that was being evaluated. */
export interface FunctionFrame extends DamlLocation {
  readonly kind: "function";
}

/** A frame of the stack of a failure. */
export type DamlFrame = CommandFrame | ExerciseFrame | FunctionFrame;

/**
 * The place at which Daml code failed, found by running the commands a second time after the
 * failure.
 */
export interface DamlFailure {
  /** The innermost place of the stack that is not in a package of the Daml standard library. */
  readonly location: DamlLocation | undefined;
  /** The source lines around the location; undefined if the DAR has no sources. */
  readonly excerpt: SourceExcerpt | undefined;
  /** The stack, from the command to the expression that failed. */
  readonly stack: readonly DamlFrame[];
  /**
   * The place at which the exception was first thrown, if contract code caught it and threw it
   * again.
   */
  readonly firstThrown: DamlLocation | undefined;
  /** The last messages of `debug` and `trace`, the newest last. */
  readonly traces: readonly string[];
  /** The ledger time of the evaluation, if the code read it or compared a time with it. */
  readonly ledgerTime?: string;
  /** A note if this description is incomplete or may be wrong, with the reason. */
  readonly note: string | undefined;
}
