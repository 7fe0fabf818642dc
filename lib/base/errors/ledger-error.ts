import { categoryByErrorCode, type ErrorCode } from "./catalogue.ts";
import { errorCategories, type ErrorCategory, type ErrorCategoryName } from "./categories.ts";
import type { DamlFailure } from "./daml-failure.ts";
import type { EvaluationTrace } from "./evaluation-trace.ts";
import type { SubmissionFailureExplanation } from "./submission-failure-explanation.ts";

/** `[type, name]`, e.g. `["CONTRACT_ID", "00ab…"]` (ledger-api.md 2.1). */
export type ErrorResource = readonly [type: string, name: string];

/** An error as data, as completions store it and responses render it. */
export interface ErrorDetails {
  readonly code: ErrorCode;
  /** A sentence for the reader that explains the error. */
  readonly cause: string;
  readonly context: Readonly<Record<string, string>>;
  readonly resources: readonly ErrorResource[];
  /**
   * The category of the code in the catalogue, except for DAML_FAILURE: its category is chosen by
   * the Daml code.
   */
  readonly category: ErrorCategoryName;
  /** True if the submission was certainly not committed, and will not be committed later. */
  readonly definiteAnswer?: boolean;
  /** JSON path of the faulty input, e.g. `commands[0].CreateCommand.createArguments.amount`. */
  readonly path?: string;
  /**
   * The part of a participant that reports the error; absent if it is the ledger behind the JSON
   * layer. Errors of the JSON layer are never redacted, and their responses lack the fields of
   * ledger errors.
   */
  readonly layer?: "json";
  /**
   * "status" if a participant reports only a gRPC status instead of an error with a code. Then the
   * response has the cause in its field `code`, and no other fields.
   */
  readonly form?: "status";
  /**
   * The accepted values at the path. Set it if the cause does not state them, for example because
   * the cause has a participant's wording.
   */
  readonly expected?: string;
  /** The right that the caller needs. Clients see it only in the hint. */
  readonly lacking?: MissingRight;
  /** The authority that a step of a transaction needs. Clients see it only in the hint. */
  readonly authority?: NeededAuthority;
  /**
   * The contract that cannot be used with another version of its template. Clients see it only in
   * the hint.
   */
  readonly version?: ContractVersionMismatch;
}

/** A contract that cannot be used with another version of its template. */
export interface ContractVersionMismatch {
  readonly contractId: string;
  /** The template that created the contract. */
  readonly createdAs: string;
  readonly readAs: string;
}

/** The authority that a step of a transaction needs and does not have. */
export interface NeededAuthority {
  readonly step: "create" | "exercise" | "fetch" | "lookup";
  /**
   * The parties whose authority is needed: all of them, or for a fetch one of them. Empty if the
   * step must name a party and does not.
   */
  readonly needed: readonly string[];
}

/** A right that the caller does not have. */
export interface MissingRight {
  /** Kinds of rights, e.g. `CanActAs`. One of them is enough. */
  readonly anyOf: readonly string[];
  /** The party that the right is for; absent for rights that do not concern a party. */
  readonly party?: string;
}

/**
 * The fields of a new error; see {@link ErrorDetails}. Absent fields get the default of the error
 * code, or stay absent.
 */
export interface ErrorOptions {
  readonly cause: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly resources?: readonly ErrorResource[];
  readonly category?: ErrorCategoryName;
  readonly definiteAnswer?: boolean;
  readonly path?: string;
  readonly layer?: "json";
  readonly form?: "status";
  readonly expected?: string;
  readonly lacking?: MissingRight;
  readonly authority?: NeededAuthority;
  readonly version?: ContractVersionMismatch;
}

/**
 * Returns the message of the error. It includes the path if the cause does not contain it, because
 * test runners print only the message.
 */
const formatErrorMessage = ({ code, cause, path = "" }: ErrorDetails): string => {
  const isPathInCause =
    path === "" ||
    cause.startsWith(`${path}:`) ||
    [" ", ".", ":", ","].some((after) => cause.includes(` ${path}${after}`));
  return isPathInCause
    ? `${code}: ${cause}`
    : `${code}: ${cause.replace(/\.$/u, "")} (at ${path}).`;
};

/**
 * An error of the ledger. Use {@link isLedgerError} to recognise it, and `details.code` to
 * distinguish errors. Do not use `instanceof`, because two copies of the package may be installed.
 */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly details: ErrorDetails;
  #explain: LazyErrorExplanation;
  #daml: DamlFailure | undefined;
  #reason: SubmissionFailureExplanation | undefined;
  #trace: EvaluationTrace | undefined;

  /**
   * Each function in `explain` is called when the property that it computes is first read, and only
   * once. `thrown` becomes the standard property `cause`.
   */
  constructor(details: ErrorDetails, { thrown, ...explain }: LazyErrorExplanation = {}) {
    super(formatErrorMessage(details), thrown === undefined ? undefined : { cause: thrown });
    this.details = details;
    this.#explain = explain;
  }

  /**
   * The place at which Daml code failed: module, line and column, the stack from the command on,
   * arguments and trace messages. Undefined for other errors. The first access runs the commands of
   * the submission a second time.
   */
  get daml(): DamlFailure | undefined {
    const { daml, ...rest } = this.#explain;
    this.#explain = rest;
    if (daml !== undefined) this.#daml = daml();
    return this.#daml;
  }

  /**
   * The reason why a submission failed: a contract that cannot be used, missing authority, a refused
   * template version, or a rollback that is not allowed. Contains only facts that the submitting
   * parties may know. Undefined if there is no further explanation.
   */
  get reason(): SubmissionFailureExplanation | undefined {
    const { reason, ...rest } = this.#explain;
    this.#explain = rest;
    if (reason !== undefined) this.#reason = reason();
    return this.#reason;
  }

  /**
   * The steps of the commands of a submission until they failed. Undefined for other errors. The
   * first access runs the commands a second time.
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

  /**
   * Node prints uncaught errors with it: the stack, the stack of the JavaScript error that contract
   * code threw, and the reason and advice, as far as there are any.
   */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const { reason, cause } = this;
    const own = this.stack ?? `${this.name}: ${this.message}`;
    const text = cause instanceof Error ? `${own}\nCaused by ${cause.stack ?? cause.message}` : own;
    return reason === undefined ? text : `${text}\n\n${reason.cause}\n${reason.advice}`;
  }
}

/** Further information about an error. Functions compute it when it is first read. */
export interface LazyErrorExplanation {
  /** Finds where Daml code failed. */
  readonly daml?: () => DamlFailure | undefined;
  readonly reason?: () => SubmissionFailureExplanation | undefined;
  readonly trace?: () => EvaluationTrace | undefined;
  /** The JavaScript error that contract code in TypeScript threw. Clients over HTTP do not see it. */
  readonly thrown?: unknown;
}

/** Creates a ledger error. All ledger errors are created here. */
export const ledgerError = (code: ErrorCode, options: ErrorOptions): LedgerError =>
  new LedgerError({
    code,
    cause: options.cause,
    context: options.context ?? {},
    resources: options.resources ?? [],
    category: options.category ?? categoryByErrorCode[code],
    ...(options.definiteAnswer === undefined ? {} : { definiteAnswer: options.definiteAnswer }),
    ...(options.path === undefined ? {} : { path: options.path }),
    ...(options.layer === undefined ? {} : { layer: options.layer }),
    ...(options.form === undefined ? {} : { form: options.form }),
    ...(options.expected === undefined ? {} : { expected: options.expected }),
    ...(options.lacking === undefined ? {} : { lacking: options.lacking }),
    ...(options.authority === undefined ? {} : { authority: options.authority }),
    ...(options.version === undefined ? {} : { version: options.version }),
  });

/** Returns true for a {@link LedgerError}, including those of another copy of this package. */
export const isLedgerError = (error: unknown): error is LedgerError =>
  error instanceof Error && error.name === "LedgerError" && "details" in error;

export const getErrorCategory = (details: ErrorDetails): ErrorCategory =>
  errorCategories[details.category];

/**
 * Returns the same error with `path` prepended to its path. A decoder calls it for errors of the
 * decoders that it calls.
 */
export const prefixErrorPath = (path: string, error: LedgerError): LedgerError => {
  const inner = error.details.path;
  const joined =
    inner === undefined ? path : inner.startsWith("[") ? `${path}${inner}` : `${path}.${inner}`;
  return new LedgerError({ ...error.details, path: joined });
};
