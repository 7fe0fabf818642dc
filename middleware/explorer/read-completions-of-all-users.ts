import type { CompletionJson } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { completionJson, getNameBeforeNamespace } from "../../lib/internal.ts";

/** Maximum number of offsets that one request reads. */
const maxOffsets = 5_000;

interface OffsetRange {
  /** Exclusive. */
  readonly begin: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Returns the completions of all users in a range of offsets, in order. Reads at most the last 5,000
 * offsets of the range.
 */
export const readCompletionsOfAllUsers = (
  { state }: Ledger,
  { begin, end }: OffsetRange,
): readonly CompletionJson[] => {
  const form = { withHash: false, participant: getNameBeforeNamespace(state.participantId) };
  const found: CompletionJson[] = [];
  for (const [offset, { completion }] of state.log.entries(Math.max(begin, end - maxOffsets) + 1)) {
    if (offset > end) break;
    if (completion === undefined) continue;
    found.push(completionJson(completion, completion.submission.actAs, form));
  }
  return found;
};
