import { catalogue, type ErrorCode } from "./catalogue.ts";
import { categories, type CategoryName, type ErrorCategory } from "./categories.ts";

/** `[type, name]`, e.g. `["CONTRACT_ID", "00ab…"]` (ledger-api.md 2.1). */
export type ErrorResource = readonly [type: string, name: string];

/** An error as data: what is stored in completions and rendered for clients. */
export interface ErrorDetails {
  readonly code: ErrorCode;
  /** A readable sentence. */
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
   * The part of a participant that finds it out, where that is not the ledger behind its JSON layer:
   * what the layer says by itself tells everything about itself, and nothing that is the ledger's.
   */
  readonly layer?: "json";
  /**
   * Where a participant relays a status of gRPC and no error of its own: the cause stands where the
   * code would, and nothing else is told.
   */
  readonly form?: "status";
  /** What may stand at the path, where the cause is in a participant's terms. */
  readonly expected?: string;
  /** What the caller would need; clients learn of it by a hint alone. */
  readonly lacking?: MissingRight;
}

/** A right that a caller does not have. */
export interface MissingRight {
  /** The kinds of rights any of which would do, e.g. `CanActAs`. */
  readonly anyOf: readonly string[];
  /** Over whom; absent for rights over nobody in particular. */
  readonly party?: string;
}

/** What an error tells; see {@link ErrorDetails}. Of what is left out the code's own is taken, or nothing. */
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
}

/** With the place, where the cause does not name it: runners of tests print nothing else of an error. */
const messageOf = ({ code, cause, path = "" }: ErrorDetails): string => {
  const isTold =
    path === "" ||
    cause.startsWith(`${path}:`) ||
    [" ", ".", ":", ","].some((after) => cause.includes(` ${path}${after}`));
  return isTold ? `${code}: ${cause}` : `${code}: ${cause.replace(/\.$/u, "")} (at ${path}).`;
};

/**
 * Every failure the ledger reports. Recognise it by {@link isLedgerError}, and kinds of it by
 * `details.code`; never by `instanceof`, two copies of the package may be installed.
 */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly details: ErrorDetails;

  constructor(details: ErrorDetails) {
    super(messageOf(details));
    this.details = details;
  }

  get code(): ErrorCode {
    return this.details.code;
  }
}

/** The one factory of ledger errors. */
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
  });

/** Whether something thrown is a {@link LedgerError}, also one of another copy of this package. */
export const isLedgerError = (error: unknown): error is LedgerError =>
  error instanceof Error && error.name === "LedgerError" && "details" in error;

export const categoryOf = (details: ErrorDetails): ErrorCategory => categories[details.category];

/** Same error, located: prefixes the path as decoding unwinds. */
export const at = (path: string, error: LedgerError): LedgerError => {
  const inner = error.details.path;
  const joined =
    inner === undefined ? path : inner.startsWith("[") ? `${path}${inner}` : `${path}.${inner}`;
  return new LedgerError({ ...error.details, path: joined });
};
