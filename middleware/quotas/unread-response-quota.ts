import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { subtractJsonLength } from "../../lib/internal.ts";

const bytesPerMebibyte = 1024 * 1024;

/** Maximum length in characters of unread long responses: of one user, and of all callers without a user. */
const maxUnreadLength = { user: 64 * bytesPerMebibyte, others: 256 * bytesPerMebibyte };

/**
 * Minimum length in characters that each response counts as, even if its items are computed only as
 * they are read.
 */
const minCountedLength = 128 * 1024;

interface ResponseOwner {
  readonly userId?: string | undefined;
  /** True if the response reports what the ledger did. Such a response is never refused. */
  readonly isOutcome?: boolean;
}

/** Counts the memory of long responses that clients have not read yet, by user. */
export class UnreadResponseQuota {
  readonly #limits: typeof maxUnreadLength;
  readonly #lengths = new Map<string | undefined, number>();

  constructor(limits = maxUnreadLength) {
    this.#limits = limits;
  }

  /**
   * Counts a long response with the content `value`, until the caller calls the returned function. Throws
   * PARTICIPANT_BACKPRESSURE if the user's unread responses together exceed the limit. A single response may
   * exceed it.
   */
  reserveResponse(value: unknown, { userId, isOutcome = false }: ResponseOwner): () => void {
    const before = this.#lengths.get(userId) ?? 0;
    const limit = userId === undefined ? this.#limits.others : this.#limits.user;
    const length = Math.max(
      minCountedLength,
      limit - Math.max(0, subtractJsonLength(value, limit, new Set())),
    );
    if (before > 0 && before + length > limit && !isOutcome) throw quotaExceededError();
    this.#lengths.set(userId, before + length);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#lengths.get(userId) ?? 0) - length;
      if (left > 0) this.#lengths.set(userId, left);
      else this.#lengths.delete(userId);
    };
  }
}

const quotaExceededError = (): LedgerError =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: "Unread responses exceed the memory limit. Read some of them first.",
    context: { reason: "maximum of characters in unread answers reached" },
  });
