import type { CheckpointStore, StoredCheckpoint } from "../../ledger/stores/journal-store.ts";
import { emptyHash, hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import type { Change, Database } from "./level-journal.ts";
import { checkedText, checkpointHeadKey, checkpointKey, readCheckedText } from "./records.ts";

/** Describes the checkpoint. Written after all its lines. */
interface CheckpointHead {
  readonly number: number;
  readonly position: number;
  /** Hash of the journal up to the position. */
  readonly hash: string;
  readonly lines: number;
  readonly linesHash: string;
}

interface LevelCheckpointsOptions {
  readonly database: Database;
  readonly write: (changes: readonly Change[]) => Promise<void>;
  /**
   * Returns the hash of the current journal up to a position; undefined if it has no such position.
   */
  readonly hashAt: (position: number) => Promise<string | undefined>;
}

/** Maximum number of characters in one write, so that journal entries need not wait long. */
const maxWritten = 256 * 1024;

/** Stores one checkpoint, and the previous one while a new one is written. */
export class LevelCheckpoints implements CheckpointStore {
  readonly #options: LevelCheckpointsOptions;
  #position = 0;

  constructor(options: LevelCheckpointsOptions) {
    this.#options = options;
  }

  get position(): number {
    return this.#position;
  }

  async newest<Decoded>(
    decode: (checkpoint: StoredCheckpoint) => Decoded | undefined,
  ): Promise<Decoded | undefined> {
    const head = await this.#head();
    if (head === undefined) return undefined;
    const { position } = head;
    if ((await this.#options.hashAt(position)) !== head.hash) return undefined;
    const lines = await this.#lines(head);
    const decoded = lines && decode({ position, lines });
    if (decoded !== undefined) this.#position = position;
    return decoded;
  }

  async write(position: number, lines: AsyncIterable<string>): Promise<void> {
    const { hashAt, write, database } = this.#options;
    const hash = await hashAt(position);
    if (hash === undefined) return;
    const before = await this.#head();
    const number = (before?.number ?? 0) + 1;
    await database.clear(rangeOf(number));
    const head = { number, position, hash, ...(await this.#writeLines(number, lines)) };
    if ((await this.#lines(head)) === undefined || (await hashAt(position)) !== hash) return;
    const value = checkedText(checkpointHeadKey, JSON.stringify(head));
    await write([{ type: "put", key: checkpointHeadKey, value }]);
    this.#position = position;
    if (before !== undefined) await database.clear(rangeOf(before.number));
  }

  async #head(): Promise<CheckpointHead | undefined> {
    const stored = await this.#options.database.get(checkpointHeadKey);
    const text = stored === undefined ? undefined : readCheckedText(checkpointHeadKey, stored);
    return text === undefined ? undefined : (JSON.parse(text) as CheckpointHead);
  }

  async #writeLines(
    number: number,
    lines: AsyncIterable<string>,
  ): Promise<Pick<CheckpointHead, "lines" | "linesHash">> {
    let changes: Change[] = [];
    let size = 0;
    let count = 0;
    let linesHash = emptyHash;
    for await (const value of lines) {
      count++;
      linesHash = hashAfter(linesHash, count, value);
      changes.push({ type: "put", key: checkpointKey(number, count), value });
      size += value.length;
      if (size < maxWritten) continue;
      await this.#options.write(changes);
      changes = [];
      size = 0;
    }
    await this.#options.write(changes);
    return { lines: count, linesHash };
  }

  /** Returns undefined unless all lines are intact. */
  async #lines(
    head: Pick<CheckpointHead, "number" | "lines" | "linesHash">,
  ): Promise<readonly string[] | undefined> {
    const lines: string[] = [];
    let hash = emptyHash;
    for await (const [, line] of this.#options.database.iterator(rangeOf(head.number))) {
      lines.push(line);
      hash = hashAfter(hash, lines.length, line);
    }
    return lines.length === head.lines && hash === head.linesHash ? lines : undefined;
  }
}

const rangeOf = (number: number) => ({
  gt: checkpointKey(number, 0),
  lte: checkpointKey(number, Number.MAX_SAFE_INTEGER),
});
