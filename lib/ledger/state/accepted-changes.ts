import type { HashedMap, HashedMapEditor } from "../../base/collections/hashed-map.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { Submission } from "../../base/model/update.ts";

/**
 * The completion of the latest accepted submission of each change; the key is {@link changeKey}.
 */
export type AcceptedChanges = HashedMap<string, Completion>;

/** Returns the completion of the latest accepted submission of the same change. */
export const acceptedOf = (changes: AcceptedChanges, change: ChangeId): Completion | undefined =>
  changes.get(changeKey(change));

/** Returns the changes with one more completion, which replaces an earlier one of its change. */
export const withAccepted = (changes: AcceptedChanges, completion: Completion): AcceptedChanges =>
  changes.set(changeKey(completion.submission), completion);

/** Removes the completion at that offset, unless a later one of the same change has replaced it. */
export const forgetAccepted = (
  changes: HashedMapEditor<string, Completion>,
  change: ChangeId,
  offset: Offset,
): void => {
  changes.update(changeKey(change), (known) => (known.offset === offset ? undefined : known));
};

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
