import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type {
  ScriptSubmission,
  ScriptSubmissionOutcome,
} from "../contracts/daml-lf/script/submit-codec.ts";
import type { ScriptParticipant } from "./script-participant.ts";

/**
 * Submits commands and compares the result with the expectation of the script. Rejects if a submission
 * that must succeed fails, or one that must fail succeeds (daml-script.md 2.4).
 */
export const performScriptSubmission = async (
  submission: ScriptSubmission,
  participant: ScriptParticipant,
): Promise<ScriptSubmissionOutcome> => {
  const outcome = await attemptSubmission(submission, participant);
  if (submission.onError !== "mustFail" || "error" in outcome) return outcome;
  const { location } = submission;
  throw ledgerError("INTERPRETATION_USER_ERROR", {
    cause: `Expected submit to fail but it succeeded${location === undefined ? "" : ` at ${location.module}:${location.line}`}`,
  });
};

const attemptSubmission = async (
  submission: ScriptSubmission,
  participant: ScriptParticipant,
): Promise<ScriptSubmissionOutcome> => {
  try {
    return { roots: await participant.submitCommands(submission) };
  } catch (error) {
    if (submission.onError === "mustSucceed" || !isLedgerError(error)) throw error;
    const keys = submission.commands.flatMap((command) =>
      command.kind === "exerciseByKey" ? [command.key] : [],
    );
    return { error: { details: error.details, keys } };
  }
};
