import type { Completion } from "../model/completion.ts";
import type { Offset } from "../model/identifiers.ts";
import { sameParties } from "../model/party-set.ts";
import type { Submission } from "../model/update.ts";
import type { HashedMap, HashedMapEditor } from "./hashed-map.ts";

/**
 * The completion of the latest accepted submission of each change, by its command id; those of different
 * users or acting parties that share a command id are side by side.
 */
export type AcceptedChanges = HashedMap<string, readonly Completion[]>;

/** What a change is known by (ledger-api.md 3.6.3). */
export type ChangeId = Pick<Submission, "userId" | "actAs" | "commandId">;

/** The latest accepted submission of the same change. */
export const acceptedOf = (changes: AcceptedChanges, change: ChangeId): Completion | undefined =>
  changes.get(change.commandId)?.find(({ submission }) => isSameChange(submission, change));

/** The changes with one more submission, which takes the place of an earlier one of its change. */
export const withAccepted = (changes: AcceptedChanges, completion: Completion): AcceptedChanges => {
  const { submission } = completion;
  const known = changes.get(submission.commandId);
  if (known === undefined) return changes.set(submission.commandId, [completion]);
  const others = known.filter((other) => !isSameChange(other.submission, submission));
  return changes.set(submission.commandId, [...others, completion]);
};

/** Forgets the acceptance at that offset, unless the same change was accepted again later on. */
export const forgetAccepted = (
  changes: HashedMapEditor<string, readonly Completion[]>,
  { commandId }: ChangeId,
  offset: Offset,
): void => {
  changes.update(commandId, (known) => {
    const others = known.filter((other) => other.offset !== offset);
    if (others.length === known.length) return known;
    return others.length === 0 ? undefined : others;
  });
};

const isSameChange = (left: ChangeId, right: ChangeId): boolean =>
  left.userId === right.userId &&
  left.commandId === right.commandId &&
  sameParties(left.actAs, right.actAs);
