import type { CheckpointStore, StoredCheckpoint } from "../../ledger/stores/journal-store.ts";
import { assertIntact, createCompactedEntry } from "../shared/stored-entry.ts";
import type { DatabaseChange, LevelDatabase } from "./level-database.ts";
import { checkpointKey, entryValue, readEntryValue } from "./records.ts";

interface LevelCheckpointsOptions {
  readonly database: LevelDatabase;
  readonly write: (changes: readonly DatabaseChange[]) => Promise<void>;
  /**
   * Returns the hash of the current journal up to a position; undefined if it has no such position.
   */
  readonly hashAt: (position: number) => Promise<string | undefined>;
}

/**
 * Stores the newest checkpoint in the format of a compacted entry. Its text is a line with the
 * position and the lines of the checkpoint.
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
    const value = await database.get(checkpointKey).catch(() => undefined);
    const checkpoint = value === undefined ? undefined : parseCheckpoint(value);
    if (checkpoint === undefined || (await hashAt(checkpoint.position)) !== checkpoint.hash) {
      return undefined;
    }
    const decoded = decode(checkpoint);
    if (decoded !== undefined) this.#position = checkpoint.position;
    return decoded;
  }

  async write(position: number, lines: AsyncIterable<string>): Promise<void> {
    const { hashAt, write } = this.#options;
    const hash = await hashAt(position);
    if (hash === undefined) return;
    const all = [String(position)];
    for await (const line of lines) all.push(line);
    // The journal may have been reverted while the lines were read.
    if ((await hashAt(position)) !== hash) return;
    const value = entryValue(createCompactedEntry(0, hash, all.join("\n")));
    await write([{ type: "put", key: checkpointKey, value }]);
    this.#position = position;
  }
}

/** Returns a stored checkpoint; undefined if it was changed. */
const parseCheckpoint = (value: string): (StoredCheckpoint & { hash: string }) | undefined => {
  try {
    const entry = readEntryValue(value, 0);
    assertIntact(entry, undefined);
    const [position, ...lines] = entry.text.split("\n");
    return { position: Number(position), lines, hash: entry.hash };
  } catch {
    return undefined;
  }
};
