import { catalogue, type ErrorCode } from "./catalogue.ts";
import { categories, type CategoryName, type ErrorCategory } from "./categories.ts";
import type { DamlFailure } from "./daml-failure.ts";
import type { EvaluationTrace } from "./evaluation-trace.ts";
import type { FailureReason } from "./failure-reason.ts";

/** `[type, name]`, e.g. `["CONTRACT_ID", "00ab…"]` (ledger-api.md 2.1). */
export type ErrorResource = readonly [type: string, name: string];

/** An error as data, as completions store it and responses render it. */
export interface ErrorDetails {
  readonly code: ErrorCode;
  /** A sentence for people. */
  readonly cause: string;
  readonly context: Readonly<Record<string, string>>;
  readonly resources: readonly ErrorResource[];
  /** Differs from the catalogue only for DAML_FAILURE, whose category the Daml code chooses. */
  readonly category: CategoryName;
  /** True when the submission is known not to have been committed and never will be. */
  readonly definiteAnswer?: boolean;
  /** JSON path of the input at fault, e.g. `commands[0].CreateCommand.createArguments.amount`. */
  readonly path?: string;
  /**
   * The part of a participant that reports the error; absent for the ledger behind the JSON layer.
   * Errors of the JSON layer are shown in full and have none of the ledger's fields.
   */
  readonly layer?: "json";
  /**
   * "status" if a participant relays a gRPC status instead of an error with a code: the response has
   * the cause as its code, and nothing else.
   */
  readonly form?: "status";
  /** The accepted values at the path, if the cause uses a participant's wording. */
  readonly expected?: string;
  /** The right that the caller needs. Clients see it only in the hint. */
  readonly lacking?: MissingRight;
  /** The authority that a step of a transaction needs. Clients see it only in the hint. */
  readonly authority?: NeededAuthority;
  /** The contract that another version of its template refuses. Clients see it only in the hint. */
  readonly version?: RefusedVersion;
}

/** A contract that cannot be read as another version of its template. */
export interface RefusedVersion {
  readonly contractId: string;
  /** The template that created the contract. */
  readonly createdAs: string;
  readonly readAs: string;
}

/** The authority that a step of a transaction needs and does not have. */
export interface NeededAuthority {
  readonly step: "create" | "exercise" | "fetch" | "lookup";
  /** All of them are needed; for a fetch, one of them. Empty if the step names no party although it must. */
  readonly needed: readonly string[];
}

/** A right that the caller does not have. */
export interface MissingRight {
  /** Kinds of rights, e.g. `CanActAs`. One of them is enough. */
  readonly anyOf: readonly string[];
  /** The party that the right is for; absent for rights that are for no party. */
  readonly party?: string;
}

/**
 * The fields of a new error; see {@link ErrorDetails}. Fields that are left out get the default of
 * the code, or stay absent.
 */
export interface ErrorOptions {
  readonly cause: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly resources?: readonly ErrorResource[];
  readonly category?: CategoryName;
  readonly definiteAnswer?: boolean;
  readonly path?: string;
  readonly layer?: "json";
  readonly form?: "status";
  readonly expected?: string;
  readonly lacking?: MissingRight;
  readonly authority?: NeededAuthority;
  readonly version?: RefusedVersion;
}

/**
 * Returns the message, with the path if the cause does not mention it: test runners print only the
 * message.
 */
const messageOf = ({ code, cause, path = "" }: ErrorDetails): string => {
  const isTold =
    path === "" ||
    cause.startsWith(`${path}:`) ||
    [" ", ".", ":", ","].some((after) => cause.includes(` ${path}${after}`));
  return isTold ? `${code}: ${cause}` : `${code}: ${cause.replace(/\.$/u, "")} (at ${path}).`;
};

/**
 * Any failure that the ledger reports. Recognise it by {@link isLedgerError}, and its kind by
 * `details.code`. Do not use `instanceof`: two copies of the package may be installed.
 */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly details: ErrorDetails;
  #explain: Explanation;
  #daml: DamlFailure | undefined;
  #reason: FailureReason | undefined;
  #trace: EvaluationTrace | undefined;

  /** Each function of `explain` is called once, when the property that it computes is first read. */
  constructor(details: ErrorDetails, explain: Explanation = {}) {
    super(messageOf(details));
    this.details = details;
    this.#explain = explain;
  }

  /**
   * The place at which Daml code failed: module, line and column, the stack from the command down, arguments and traces. Undefined
   * for errors of other origin. The first access runs the commands of the submission a second time.
   */
  get daml(): DamlFailure | undefined {
    const { daml, ...rest } = this.#explain;
    this.#explain = rest;
    if (daml !== undefined) this.#daml = daml();
    return this.#daml;
  }

  /**
   * Why a submission failed, as far as its parties may know: what happened to a contract that it
   * uses, or whose authority is missing. Undefined for other errors.
   */
  get reason(): FailureReason | undefined {
    const { reason, ...rest } = this.#explain;
    this.#explain = rest;
    if (reason !== undefined) this.#reason = reason();
    return this.#reason;
  }

  /**
   * The steps of the commands of a submission until they failed. Undefined for errors of other
   * origin. The first access runs the commands a second time.
   */
  get trace(): EvaluationTrace | undefined {
    const { trace, ...rest } = this.#explain;
    this.#explain = rest;
    if (trace !== undefined) this.#trace = trace();
    return this.#trace;
  }

  get code(): ErrorCode {
    return this.details.code;
  }
}

/** Finds more about an error, when it is asked for. */
export interface Explanation {
  /** Finds where Daml code failed. */
  readonly daml?: () => DamlFailure | undefined;
  readonly reason?: () => FailureReason | undefined;
  readonly trace?: () => EvaluationTrace | undefined;
}

/** Creates a ledger error. All ledger errors are created here. */
export const ledgerError = (code: ErrorCode, options: ErrorOptions): LedgerError =>
  new LedgerError({
    code,
    cause: options.cause,
    context: options.context ?? {},
    resources: options.resources ?? [],
    category: options.category ?? catalogue[code],
    ...(options.definiteAnswer === undefined ? {} : { definiteAnswer: options.definiteAnswer }),
    ...(options.path === undefined ? {} : { path: options.path }),
    ...(options.layer === undefined ? {} : { layer: options.layer }),
    ...(options.form === undefined ? {} : { form: options.form }),
    ...(options.expected === undefined ? {} : { expected: options.expected }),
    ...(options.lacking === undefined ? {} : { lacking: options.lacking }),
    ...(options.authority === undefined ? {} : { authority: options.authority }),
    ...(options.version === undefined ? {} : { version: options.version }),
  });

/** Returns true for a {@link LedgerError}, also for one of another copy of this package. */
export const isLedgerError = (error: unknown): error is LedgerError =>
  error instanceof Error && error.name === "LedgerError" && "details" in error;

export const categoryOf = (details: ErrorDetails): ErrorCategory => categories[details.category];

/**
 * Returns the same error with `path` in front of its path. Decoders call it while the error passes
 * through them.
 */
export const withPathPrefix = (path: string, error: LedgerError): LedgerError => {
  const inner = error.details.path;
  const joined =
    inner === undefined ? path : inner.startsWith("[") ? `${path}${inner}` : `${path}.${inner}`;
  return new LedgerError({ ...error.details, path: joined });
};
