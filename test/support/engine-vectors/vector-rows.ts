import { gunzipSync } from "node:zlib";

/** Recorded inputs and outputs of the reference engine, one per line. */

/** A package, as the payload of its archive in base64. */
export interface VectorPackage {
  readonly packageId: string;
  readonly payload: string;
}

/**
 * A package, and whether the reference engine accepts a DAR with it; if not, the stage that refused it and
 * the reason.
 */
export interface LoadVector extends VectorPackage {
  readonly accepted: boolean;
  readonly stage?: "decode" | "validate";
  readonly reason?: string;
}

/** The preferred package for each package name. */
export interface VectorSelection {
  readonly selectionId: string;
  readonly chosen: Readonly<Record<string, string>>;
}

/** The settings of an evaluation. */
export interface VectorSettings {
  readonly actAs: readonly string[];
  readonly participantId: string;
  /** Microseconds. */
  readonly ledgerTime: string;
  readonly protocolVersion: 34 | 35;
}

/** The outcome of commands: either a transaction or an error. */
export interface VectorOutcome {
  readonly transaction?: VectorTransaction;
  readonly error?: VectorError;
}

export interface SubmissionVector extends VectorSettings, VectorOutcome {
  readonly readAs: readonly string[];
  readonly preparationTime: string;
  /** Hexadecimal. */
  readonly submissionSeed: string;
  readonly commands: readonly VectorCommand[];
  readonly selection: string;
  /** Contracts and their blobs. */
  readonly inputs: readonly (readonly [contractId: string, blob: string])[];
  readonly keys: readonly {
    readonly key: { readonly hash: string };
    readonly contractIds: readonly string[];
  }[];
}

/** Values are in base64. */
export type VectorCommand = { readonly typeId: string } & (
  | { readonly kind: "create"; readonly argument: string }
  | {
      readonly kind: "exercise";
      readonly contractId: string;
      readonly choice: string;
      readonly choiceArgument: string;
    }
  | {
      readonly kind: "exerciseByKey";
      readonly key: string;
      readonly choice: string;
      readonly choiceArgument: string;
    }
  | {
      readonly kind: "createAndExercise";
      readonly argument: string;
      readonly choice: string;
      readonly choiceArgument: string;
    }
);

/** A package with one contract, the choices exercised on it, and their outcomes. */
export interface ProgramVector extends VectorPackage, VectorSettings {
  readonly createdEventBlob: string;
  readonly runs: readonly ProgramRun[];
}

export interface ProgramRun extends VectorOutcome {
  readonly contractId: string;
  readonly choice: string;
  readonly argument: string;
  readonly submissionSeed: string;
}

export interface VectorTransaction {
  readonly roots: readonly number[];
  readonly nodes: readonly VectorNode[];
}

/** Contains only properties of the node; values are in base64, parties are sorted. */
export type VectorNode = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly kind: string;
};

export interface VectorError {
  readonly stage: string;
  /** The reference engine's name of the error. */
  readonly class: string;
  readonly message?: string;
}

/** Returns the parsed lines of a gzipped file. */
export const vectorRows = (file: Uint8Array): readonly unknown[] =>
  gunzipSync(file)
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
