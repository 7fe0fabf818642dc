import { gunzipSync } from "node:zlib";

/** What the reference engine was asked and answered, as it is written down: one of these in a line. */

/** A package, as the payload of its archive in base64. */
export interface VectorPackage {
  readonly packageId: string;
  readonly payload: string;
}

/** Whether a DAR with the package is accepted, and if not, which stage refuses it and why. */
export interface LoadVector extends VectorPackage {
  readonly accepted: boolean;
  readonly stage?: "decode" | "validate";
  readonly reason?: string;
}

/** Which package stands for each package name. */
export interface VectorSelection {
  readonly selectionId: string;
  readonly chosen: Readonly<Record<string, string>>;
}

/** The terms on which commands ran. */
export interface VectorTerms {
  readonly actAs: readonly string[];
  readonly participantId: string;
  /** Microseconds. */
  readonly ledgerTime: string;
  readonly protocolVersion: 34 | 35;
}

/** What commands came to: one of the two. */
export interface VectorOutcome {
  readonly transaction?: VectorTransaction;
  readonly error?: VectorError;
}

export interface SubmissionVector extends VectorTerms, VectorOutcome {
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

/** A package of one contract, the choices that were exercised on it, and what they came to. */
export interface ProgramVector extends VectorPackage, VectorTerms {
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

/** Only what the node has of it is there; values are in base64, parties of a set sorted. */
export type VectorNode = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly kind: string;
};

export interface VectorError {
  readonly stage: string;
  /** What the reference engine calls it. */
  readonly class: string;
  readonly message?: string;
}

/** The lines of a gzipped file. */
export const vectorRows = (file: Uint8Array): readonly unknown[] =>
  gunzipSync(file)
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
