import type { CheckpointStore, StoredCheckpoint } from "../../ledger/stores/journal-store.ts";
import { emptyHash, hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import { checkedText, readCheckedText } from "./checked-text.ts";
import type { PastDatabase, Put, Write } from "./database.ts";
import { checkpointHeadKey, checkpointKey } from "./records.ts";

/** What is known of the checkpoint that is kept: recorded last, when all of it is there. */
interface CheckpointHead {
  readonly number: number;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
  readonly lines: number;
  /** Of the lines, one after the other. */
  readonly linesHash: string;
}

interface LevelCheckpointsParts {
  readonly database: PastDatabase;
  readonly write: Write;
  /** The hash of the journal as it is now, up to a position; undefined where it has none. */
  readonly hashAt: (position: number) => Promise<string | undefined>;
  /** Ends when all entries that are written are on disk; at once when absent. */
  readonly ready?: () => Promise<void>;
}

/** Characters that are written at a time: the journal waits for no more. */
const maxWritten = 256 * 1024;

/** One checkpoint, and while it is written the one before. */
export class LevelCheckpoints implements CheckpointStore {
  readonly #parts: LevelCheckpointsParts;
  #position = 0;

  constructor(parts: LevelCheckpointsParts) {
    this.#parts = parts;
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
    if ((await this.#parts.hashAt(position)) !== head.hash) return undefined;
    const lines = await this.#lines(head);
    if (lines === undefined) return undefined;
    const decoded = decode({ position, lines });
    if (decoded !== undefined) this.#position = position;
    return decoded;
  }

  async write(position: number, lines: AsyncIterable<string>): Promise<void> {
    const hash = await this.#parts.hashAt(position);
    if (hash === undefined) return;
    const before = await this.#head();
    const number = (before?.number ?? 0) + 1;
    await this.#clear(number);
    const written = await this.#writeLines(number, lines);
    await this.#parts.ready?.();
    const head = { number, position, hash, ...written };
    if ((await this.#lines(head)) === undefined) return;
    if ((await this.#parts.hashAt(position)) !== hash) return;
    const text = checkedText(checkpointHeadKey, JSON.stringify(head));
    await this.#parts.write([{ type: "put", key: checkpointHeadKey, value: text }]);
    this.#position = position;
    if (before !== undefined) await this.#clear(before.number);
  }

  async #head(): Promise<CheckpointHead | undefined> {
    const kept = await this.#parts.database.get(checkpointHeadKey);
    const text = kept === undefined ? undefined : readCheckedText(checkpointHeadKey, kept);
    return text === undefined ? undefined : (JSON.parse(text) as CheckpointHead);
  }

  async #writeLines(
    number: number,
    lines: AsyncIterable<string>,
  ): Promise<Pick<CheckpointHead, "lines" | "linesHash">> {
    let puts: Put[] = [];
    let size = 0;
    let count = 0;
    let linesHash = emptyHash;
    for await (const value of lines) {
      count++;
      linesHash = hashAfter(linesHash, count, value);
      puts.push({ type: "put", key: checkpointKey(number, count), value });
      size += value.length;
      if (size < maxWritten) continue;
      await this.#parts.write(puts);
      puts = [];
      size = 0;
    }
    await this.#parts.write(puts);
    return { lines: count, linesHash };
  }

  /** Undefined unless all of it is as it was written. */
  async #lines({
    number,
    lines: count,
    linesHash,
  }: Pick<CheckpointHead, "number" | "lines" | "linesHash">): Promise<
    readonly string[] | undefined
  > {
    const lines: string[] = [];
    let hash = emptyHash;
    for await (const [, line] of this.#parts.database.iterator(rangeOf(number))) {
      lines.push(line);
      hash = hashAfter(hash, lines.length, line);
    }
    return lines.length === count && hash === linesHash ? lines : undefined;
  }

  #clear(number: number): Promise<void> {
    return this.#parts.database.clear(rangeOf(number));
  }
}

const rangeOf = (number: number) => ({
  gt: checkpointKey(number, 0),
  lte: checkpointKey(number, Number.MAX_SAFE_INTEGER),
});
