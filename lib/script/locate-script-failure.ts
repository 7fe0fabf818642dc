import type { DamlFailure } from "../base/errors/daml-failure.ts";
import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Value } from "../base/values/value.ts";
import type { ScriptAnswerLog } from "./answer-log.ts";
import { ScriptQuestionFailure } from "./question-failure.ts";
import type { LoadedScriptWithDar } from "./script.ts";
import { ScriptRun } from "./script-run.ts";
import type { ScriptTimeoutTimer } from "./script-timeout-timer.ts";

interface FailedRun {
  readonly error: unknown;
  readonly answers: ScriptAnswerLog;
  readonly time: ScriptTimeoutTimer;
}

/**
 * Returns where a script failed: in the code of a choice that it exercised, or in its own code. To find
 * the place in its own code, the script runs a second time, with the answers of the first run. Returns
 * undefined if the place is not known.
 */
export const locateScriptFailure = async (
  { loaded, scripts }: LoadedScriptWithDar,
  argument: Value | undefined,
  { error, answers, time }: FailedRun,
): Promise<DamlFailure | undefined> => {
  if (error instanceof ScriptQuestionFailure) {
    return isLedgerError(error.cause) ? error.cause.daml : undefined;
  }
  const isExplicable =
    isLedgerError(error) && error.code !== "REQUEST_TIME_OUT" && answers.isComplete;
  const traced = isExplicable ? scripts.findTracedScript(loaded.name) : undefined;
  if (traced === undefined) return undefined;
  const noTraces = { hearTraces: () => () => undefined };
  const perform = answers.createReplay();
  const secondRun = new ScriptRun(traced.script, { scripts: noTraces, perform, onTrace, time });
  try {
    await secondRun.run(argument);
    return undefined;
  } catch (failure) {
    return isLedgerError(failure) ? traced.toDamlFailure(failure) : undefined;
  }
};

/** Ignores traces, because the first run has reported them. */
const onTrace = (): void => undefined;
