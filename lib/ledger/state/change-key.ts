import type { Submission } from "../../base/model/update.ts";

/** The identity of a change (ledger-api.md 3.6.3). */
export type ChangeId = Pick<Submission, "userId" | "actAs" | "commandId">;

/** Returns the change id as a participant prints it in the context of errors. */
export const changeText = ({ userId, actAs, commandId }: ChangeId): string =>
  `ChangeId(${userId},${commandId},Set(${actAs.join(", ")}))`;

/**
 * Returns a key that is equal for submissions of one change: same user, same acting parties, same
 * command id.
 */
export const changeKey = ({ userId, actAs, commandId }: ChangeId): string =>
  // NUL cannot occur in these ids.
  [userId, ...actAs, "", commandId].join("\0");
