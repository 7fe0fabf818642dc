import type { CheckpointStore, StoredCheckpoint } from "../../ledger/stores/journal-store.ts";
import { assertIntact, createCompactedEntry } from "../shared/stored-entry.ts";
import type { DatabaseChange, LevelDatabase } from "./level-database.ts";
import {
  checkpointKey,
  entryValue,
  parseKeyPosition,
  readEntryHash,
  readEntryValue,
} from "./records.ts";

interface LevelCheckpointsOptions {
  readonly database: LevelDatabase;
  readonly write: (changes: readonly DatabaseChange[]) => Promise<void>;
  /**
   * Returns the hash of the current journal up to a position; undefined if it has no such position.
   */
  readonly hashAt: (position: number) => Promise<string | undefined>;
}

const allCheckpoints = { gte: checkpointKey(0), lte: checkpointKey(Number.MAX_SAFE_INTEGER) };

/**
 * Stores the newest checkpoint in the format of a compacted entry. Its text is the lines of the
 * checkpoint.
 */
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
    const { database, hashAt } = this.#options;
    for await (const [key, value] of database.iterator({ ...allCheckpoints, reverse: true })) {
      const position = parseKeyPosition(key);
      if ((await hashAt(position)) !== readEntryHash(value)) continue;
      const lines = readCheckpointLines(value, position);
      const decoded = lines && decode({ position, lines });
      if (decoded === undefined) continue;
      this.#position = position;
      return decoded;
    }
    return undefined;
  }

  async write(position: number, lines: AsyncIterable<string>): Promise<void> {
    const { database, hashAt, write } = this.#options;
    const hash = await hashAt(position);
    if (hash === undefined) return;
    const all: string[] = [];
    for await (const line of lines) all.push(line);
    // The journal may have been reverted while the lines were read.
    if ((await hashAt(position)) !== hash) return;
    const changes: DatabaseChange[] = [];
    for await (const key of database.keys(allCheckpoints)) changes.push({ type: "del", key });
    const value = entryValue(createCompactedEntry(position, hash, all.join("\n")));
    await write([...changes, { type: "put", key: checkpointKey(position), value }]);
    this.#position = position;
  }
}

/** Returns the lines of a checkpoint; undefined if it was changed. */
const readCheckpointLines = (value: string, position: number): readonly string[] | undefined => {
  try {
    const entry = readEntryValue(value, position);
    assertIntact(entry, undefined);
    return entry.text.split("\n");
  } catch {
    return undefined;
  }
};
