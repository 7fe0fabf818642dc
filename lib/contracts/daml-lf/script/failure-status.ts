import type { ErrorDetails } from "../../../base/errors/ledger-error.ts";
import type { FailureStatus } from "../builtins/builtins-failure.ts";

/** Metadata keys that participants add to the metadata of the Daml code. */
const participantMetadata: ReadonlySet<string> = new Set([
  "category",
  "commands",
  "definite_answer",
  "error_id",
  "exercise_trace",
  "participant",
  "tid",
]);

/**
 * Returns the failure status of a DAML_FAILURE; undefined for other errors, and if the error does not
 * contain it (daml-script.md 2.5).
 */
export const readFailureStatus = ({
  code,
  cause,
  category,
  context,
}: ErrorDetails): FailureStatus | undefined => {
  const errorId = context["error_id"];
  if (code !== "DAML_FAILURE" || errorId === undefined) return undefined;
  const metadata = Object.entries(context).filter(([key]) => !participantMetadata.has(key));
  return {
    errorId,
    category: category === "invalidIndependent" ? 8 : 9,
    message: cause.replace(/^[^]*?error category \d+\): /u, ""),
    metadata: new Map(metadata),
  };
};
