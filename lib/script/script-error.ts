import type { LedgerError } from "../base/errors/ledger-error.ts";
import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { SourceLocation } from "../contracts/daml-lf/script/source-location.ts";
import { QuestionFailure } from "./question-failure.ts";

/** A script that failed, with all that is known of why. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  /** `Module:function`. */
  readonly script: string;
  /** The question that could not be answered, as the library calls it; undefined where the script's own code failed. */
  readonly command: string | undefined;
  /** Where in Daml it was asked, the innermost call first; empty where that is not known. */
  readonly places: readonly SourceLocation[];
  /** What the ledger said. */
  readonly ledgerError: LedgerError | undefined;
  /** What the script and the choices that it exercised traced. */
  readonly traces: readonly string[];

  constructor(script: string, failure: unknown, traces: readonly string[]) {
    super(`${script} failed: ${failure instanceof Error ? failure.message : String(failure)}`, {
      cause: failure,
    });
    const isQuestion = failure instanceof QuestionFailure;
    const reason = isQuestion ? failure.cause : failure;
    this.script = script;
    this.command = isQuestion ? failure.command : undefined;
    this.places = isQuestion ? failure.places : [];
    this.ledgerError = isLedgerError(reason) ? reason : undefined;
    this.traces = traces;
  }
}

/** Recognises it also where two copies of the package are installed. */
export const isScriptError = (error: unknown): error is ScriptError =>
  error instanceof Error && error.name === "ScriptError" && "script" in error;
