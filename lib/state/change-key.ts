import type { Submission } from "../model/update.ts";

/**
 * Equal for submissions of one change: same user, same acting parties, same command id
 * (ledger-api.md 3.6.3).
 */
export const changeKey = ({
  userId,
  actAs,
  commandId,
}: Pick<Submission, "userId" | "actAs" | "commandId">): string =>
  // NUL occurs in none of these ids.
  [userId, ...actAs, "", commandId].join("\0");
