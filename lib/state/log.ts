import type { Completion } from "../model/completion.ts";
import type { Micros, Offset, SynchronizerId } from "../model/identifiers.ts";
import type { Update } from "../model/update.ts";
import { changeKey } from "./change-key.ts";
import type { StateDraft } from "./state-draft.ts";

/** The update and, where it has one, the completion of its command are at its offset. */
export const foldUpdate = (draft: StateDraft, update: Update, completion?: Completion): void => {
  const { offset, synchronizerId, recordTime } = update;
  draft.log = draft.log.set(offset, {
    offset,
    update,
    ...(completion === undefined ? {} : { completion }),
  });
  draft.updateOffsets = draft.updateOffsets.set(update.updateId, offset);
  if (completion !== undefined) foldAccepted(draft, completion);
  foldProgress(draft, { offset, synchronizerId, recordTime });
};

/** The completion of a rejected command is alone at its offset. */
export const foldRejection = (draft: StateDraft, completion: Completion): void => {
  const { offset } = completion;
  draft.log = draft.log.set(offset, { offset, completion });
  foldProgress(draft, completion);
};

const foldAccepted = (draft: StateDraft, completion: Completion): void => {
  if (completion.outcome.kind !== "accepted") return;
  const { offset, submission, recordTime } = completion;
  const change = { offset, submissionId: submission.submissionId, acceptedAt: recordTime };
  draft.acceptedChanges = draft.acceptedChanges.set(changeKey(submission), change);
};

interface Progress {
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
}

/** Ledger end and record time only move forward. */
const foldProgress = (draft: StateDraft, progress: Progress): void => {
  if (progress.offset > draft.ledgerEnd) draft.ledgerEnd = progress.offset;
  const synchronizer = draft.synchronizers.find(({ id }) => id === progress.synchronizerId);
  if (synchronizer !== undefined && progress.recordTime > synchronizer.recordTime) {
    synchronizer.recordTime = progress.recordTime;
  }
};
