import type { Fork, ForkProblem } from "../../fixtures/fork/index.ts";
import { toPrintableText } from "../log/printable.ts";
import type { ForkSettings } from "./settings.ts";

/** Maximum number of problems that are printed. */
const maxProblems = 10;

/** Returns notes on a fork: the offset it is pinned to, and what differs from the participant. */
export const formatForkNotes = (
  { pin, problems }: Pick<Fork, "pin" | "problems">,
  setting: ForkSettings | undefined,
): string =>
  [
    `Forked at offset ${pin.offset}, at ${pin.at}. The participant is only read.`,
    ...(setting === undefined || setting.options.atOffset !== undefined
      ? []
      : [`To fork the same state again: --fork-at ${pin.offset}`]),
    ...(problems.length === 0 ? [] : [`Differences from the participant (${problems.length}):`]),
    ...problems.slice(0, maxProblems).map((problem) => `  ${formatForkProblem(problem)}`),
    ...(problems.length > maxProblems ? [`  … and ${problems.length - maxProblems} more`] : []),
    "",
  ].join("\n");

const formatForkProblem = (problem: ForkProblem): string => {
  if (!("contractId" in problem)) return toPrintableText(problem.message, 400);
  const { kind, templateId, contractId, message } = problem;
  return toPrintableText(`${kind}: ${templateId} ${contractId}: ${message}`, 400);
};
