import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { lengthLeft } from "../../lib/internal.ts";

const mebi = 1024 * 1024;

/** What long answers may have together until they are read, in characters: those of one user, and those of nobody in particular. */
const mostUnread = { user: 64 * mebi, nobody: 256 * mebi };

/** What an answer counts for at least, as one whose items are made as they are read. */
const leastLength = 128 * 1024;

interface Whose {
  readonly userId?: string | undefined;
  /** Whether it tells what has been done: that is never refused. */
  readonly isOutcome?: boolean;
}

/** What long answers hold of the memory while their clients read them, by whose they are. */
export class ResponseQuota {
  readonly #most: typeof mostUnread;
  readonly #lengths = new Map<string | undefined, number>();

  constructor(most = mostUnread) {
    this.#most = most;
  }

  /**
   * Counts a long answer, of which `value` is held, until it is let go of by what this gives, which may be done more than once. Raises
   * PARTICIPANT_BACKPRESSURE where that is too much beside the other answers of its user. One alone may have more.
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
    cause: "The answers that are not read yet hold too much. Read some of them first.",
    context: { reason: "maximum of characters in unread answers reached" },
  });
