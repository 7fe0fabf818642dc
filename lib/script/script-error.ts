import type { DamlFailure } from "../base/errors/daml-failure.ts";
import type { LedgerError } from "../base/errors/ledger-error.ts";
import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { ScriptCallLocation } from "../contracts/daml-lf/script/script-call-location.ts";
import { ScriptQuestionFailure } from "./question-failure.ts";

/** The error of a failed script. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  /** The name of the script, `Module:function`. */
  readonly script: string;
  /** The script library's name of the question that failed; undefined if the script's own code failed. */
  readonly command: string | undefined;
  /** The Daml call stack of the failed question, innermost call first; empty if unknown. */
  readonly places: readonly ScriptCallLocation[];
  /** The error of the ledger, if there was one. */
  readonly ledgerError: LedgerError | undefined;
  /** Trace messages of the script and of the choices that it exercised. */
  readonly traces: readonly string[];

  /** The location of the failure in the Daml code; undefined if no Daml code failed. */
  readonly daml: DamlFailure | undefined;

  constructor(script: string, failure: unknown, { traces, daml }: ScriptErrorDetails) {
    super(`${script} failed: ${failure instanceof Error ? failure.message : String(failure)}`, {
      cause: failure,
    });
    const isQuestion = failure instanceof ScriptQuestionFailure;
    const reason = isQuestion ? failure.cause : failure;
    this.script = script;
    this.command = isQuestion ? failure.command : undefined;
    this.places = isQuestion ? failure.places : [];
    this.ledgerError = isLedgerError(reason) ? reason : undefined;
    this.traces = traces;
    this.daml = daml;
  }
}

interface ScriptErrorDetails {
  readonly traces: readonly string[];
  readonly daml: DamlFailure | undefined;
}

/** Returns true for a ScriptError, even if another installed copy of the package created it. */
export const isScriptError = (error: unknown): error is ScriptError =>
  error instanceof Error && error.name === "ScriptError" && "script" in error;
