import type { SubmissionFailureExplanation } from "../../lib/api.ts";
import type { DamlFailure, DamlFrame, LedgerError } from "../../lib/index.ts";
import { truncateText } from "../../lib/internal.ts";

/** Maximum length of the JSON of an argument in a hint, in characters, so that an answer is not much longer than its request. */
const maxArgument = 2_000;

/** Returns a hint with the explanation of the error: why the submission failed, and where in Daml code. */
export const addDamlFailureToHint = <T extends object>(
  hint: T,
  { daml, reason }: LedgerError,
): T => ({
  ...hint,
  ...(reason !== undefined && truncateReason(reason)),
  ...(daml !== undefined && { daml: truncateFailureArguments(daml) }),
});

/** Returns a reason with truncated texts. They may be long, because they name parties and contracts of the request. */
const truncateReason = ({
  cause,
  advice,
}: SubmissionFailureExplanation): SubmissionFailureExplanation => ({
  cause: truncateText(cause, maxArgument),
  advice: truncateText(advice, maxArgument),
});

/** Returns a failure of Daml code for a hint: long arguments are replaced by their beginnings. */
const truncateFailureArguments = (failure: DamlFailure): DamlFailure => ({
  ...failure,
  stack: failure.stack.map(truncateFrameArgument),
});

const truncateFrameArgument = (frame: DamlFrame): DamlFrame => {
  if (frame.kind === "function" || frame.argument === undefined) return frame;
  const json = JSON.stringify(frame.argument);
  if (json.length <= maxArgument) return frame;
  return { ...frame, argument: truncateText(json, maxArgument) };
};
