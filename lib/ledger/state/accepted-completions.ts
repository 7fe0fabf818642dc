import type {
  ImmutableHashMap,
  ImmutableHashMapEditor,
} from "../../base/collections/immutable-hash-map.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { Submission } from "../../base/model/update.ts";

/** The completion of the latest accepted submission for each change id, by {@link createChangeIdKey}. */
export type AcceptedCompletionsByChangeId = ImmutableHashMap<string, Completion>;

/** Returns the completion of the latest accepted submission with the same change id. */
export const findAcceptedCompletion = (
  changes: AcceptedCompletionsByChangeId,
  change: ChangeId,
): Completion | undefined => changes.get(createChangeIdKey(change));

/**
 * Returns the map with one more completion, which replaces an earlier one with the same change id.
 */
export const addAcceptedCompletion = (
  changes: AcceptedCompletionsByChangeId,
  completion: Completion,
): AcceptedCompletionsByChangeId =>
  changes.set(createChangeIdKey(completion.submission), completion);

/**
 * Removes the completion at that offset, unless a later one with the same change id has replaced
 * it.
 */
export const removeAcceptedCompletion = (
  changes: ImmutableHashMapEditor<string, Completion>,
  change: ChangeId,
  offset: Offset,
): void => {
  changes.update(createChangeIdKey(change), (known) =>
    known.offset === offset ? undefined : known,
  );
};

/** The change id of a submission (ledger-api.md 3.6.3). */
export type ChangeId = Pick<Submission, "userId" | "actAs" | "commandId">;

/** Returns the change id as a participant prints it in the context of errors. */
export const formatChangeId = ({ userId, actAs, commandId }: ChangeId): string =>
  `ChangeId(${userId},${commandId},Set(${actAs.join(", ")}))`;

/**
 * Returns a text that is equal for submissions with the same user, acting parties and command id.
 */
export const createChangeIdKey = ({ userId, actAs, commandId }: ChangeId): string =>
  // NUL cannot occur in these ids. A joined text is contiguous, see `concatFlatString`.
  [userId, ...actAs, "", commandId].join("\0");
