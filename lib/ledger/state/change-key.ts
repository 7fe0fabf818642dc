import type { Submission } from "../../base/model/update.ts";

/** What a change is known by (ledger-api.md 3.6.3). */
export type ChangeId = Pick<Submission, "userId" | "actAs" | "commandId">;

/** A change as a participant prints it in the context of errors. */
export const changeText = ({ userId, actAs, commandId }: ChangeId): string =>
  `ChangeId(${userId},${commandId},Set(${actAs.join(", ")}))`;

/** Equal for submissions of one change: same user, same acting parties, same command id. */
export const changeKey = ({ userId, actAs, commandId }: ChangeId): string =>
  // NUL occurs in none of these ids.
  [userId, ...actAs, "", commandId].join("\0");
