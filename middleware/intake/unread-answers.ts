import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { lengthLeft } from "../../lib/internal.ts";

/** What the long answers of one user may have, in characters, until they are read. One alone may have more. */
const maxUnreadLength = 64 * 1024 * 1024;

/** What an answer counts for at least, as one whose items are made as they are read. */
const leastLength = 256 * 1024;

/** What long answers hold of the memory while their clients read them, by whose they are. */
export class UnreadAnswers {
  readonly #maxLength: number;
  readonly #lengths = new Map<string, number>();

  constructor(maxLength = maxUnreadLength) {
    this.#maxLength = maxLength;
  }

  /**
   * Counts a long answer, of which `value` is held, until it is let go of by what this gives, which may be done more than once. Raises
   * PARTICIPANT_BACKPRESSURE where that is too much beside the other answers of its user.
   */
  hold(value: unknown, userId = ""): () => void {
    const before = this.#lengths.get(userId) ?? 0;
    const most = this.#maxLength;
    const length = Math.max(leastLength, most - Math.max(0, lengthLeft(value, most)));
    if (before > 0 && before + length > this.#maxLength) throw tooMuch();
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
