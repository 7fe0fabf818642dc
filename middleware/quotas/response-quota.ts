import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { lengthLeft } from "../../lib/internal.ts";

const mebi = 1024 * 1024;

/** Limit of unread long responses, in characters: of each user, and of all other callers. */
const mostUnread = { user: 64 * mebi, nobody: 256 * mebi };

/** Minimum size that a response counts for, even if its items are computed as they are read. */
const leastLength = 128 * 1024;

interface Whose {
  readonly userId?: string | undefined;
  /** True if the response reports what was done; such a response is never refused. */
  readonly isOutcome?: boolean;
}

/** Memory of long responses that clients have not read yet, by user. */
export class ResponseQuota {
  readonly #most: typeof mostUnread;
  readonly #lengths = new Map<string | undefined, number>();

  constructor(most = mostUnread) {
    this.#most = most;
  }

  /**
   * Counts a long response that holds `value`, until the returned function is called, which may be
   * called again. Raises PARTICIPANT_BACKPRESSURE if that exceeds the limit together with other
   * responses of the user; a single response may exceed it.
   */
  hold(value: unknown, { userId, isOutcome = false }: Whose): () => void {
    const before = this.#lengths.get(userId) ?? 0;
    const most = userId === undefined ? this.#most.nobody : this.#most.user;
    const length = Math.max(leastLength, most - Math.max(0, lengthLeft(value, most, new Set())));
    if (before > 0 && before + length > most && !isOutcome) throw tooMuch();
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

const tooMuch = (): LedgerError =>
  ledgerError("PARTICIPANT_BACKPRESSURE", {
    cause: "Unread responses exceed the memory limit. Read some of them first.",
    context: { reason: "maximum of characters in unread answers reached" },
  });
