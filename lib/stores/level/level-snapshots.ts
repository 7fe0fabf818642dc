import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../../base/values/digest.ts";
import type {
  JournalMark,
  SnapshotList,
  SnapshotStore,
  StoredSnapshot,
} from "../../ledger/stores/journal-store.ts";
import type { Marks } from "../../ledger/stores/marks.ts";
import { withoutSnapshot } from "../../ledger/stores/memory-store.ts";
import { damaged } from "../../ledger/stores/store-errors.ts";
import { branchAt, type JournalPath, withoutCompacted } from "./branch-history.ts";
import type { Change, LevelJournal } from "./level-journal.ts";
import { type Head, snapshotsKey } from "./records.ts";

/** A point of a journal in a folder. */
export interface JournalPoint extends JournalPath {
  readonly position: number;
}

/** A named snapshot in the database. */
export interface SnapshotRecord extends Omit<StoredSnapshot, "mark">, JournalPoint {}

interface LevelSnapshotsOptions {
  readonly marks: Marks<JournalPoint>;
  readonly journal: LevelJournal;
  readonly records: readonly SnapshotRecord[];
  /** Runs work while no other write runs. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * The named snapshots of a folder, in one record. The head contains its hash, so that a lost record
 * is detected.
 */
export class LevelSnapshots implements SnapshotStore {
  readonly #options: LevelSnapshotsOptions;
  #records: readonly SnapshotRecord[];
  /** Number of the newest snapshot. */
  #last: number;

  constructor(options: LevelSnapshotsOptions) {
    this.#options = options;
    this.#records = options.records;
    this.#last = Math.max(0, ...options.records.map(({ number }) => number));
  }

  keep(
    name: string,
    mark: JournalMark,
    content: string,
    limit: number,
  ): Promise<StoredSnapshot | undefined> {
    return this.#options.exclusively(async () => {
      const { marks, journal } = this.#options;
      const { position, path, start } = marks.pointOf(mark);
      const isTaken = this.#records.some((each) => each.name === name);
      if (isTaken || this.#records.length >= limit) return undefined;
      // Rejects if the entry of the snapshot is missing.
      await journal.hashAt({ path }, position);
      const number = ++this.#last;
      const parent = newestIn(this.#records, { path, position });
      const record = { number, name, content, parent, position, path, start };
      await this.#write([...this.#records, record]);
      return { number, name, content, parent, mark };
    });
  }

  list(): Promise<SnapshotList> {
    return this.#options.exclusively(() => {
      const { marks, journal } = this.#options;
      const snapshots = this.#records.map(({ position, path, start, ...snapshot }) => ({
        ...snapshot,
        mark: marks.create(position, { position, path, start }),
      }));
      return Promise.resolve({ snapshots, current: newestIn(this.#records, journal.head) });
    });
  }

  delete(name: string): Promise<boolean> {
    return this.#options.exclusively(async () => {
      const isThere = this.#records.some((each) => each.name === name);
      if (isThere) await this.#write(withoutSnapshot(this.#records, name));
      return isThere;
    });
  }

  async #write(records: readonly SnapshotRecord[]): Promise<void> {
    const value = JSON.stringify(records);
    const { head } = this.#options.journal;
    // The new generation lets the store detect a log that was cut before this change.
    const changed: Head = { ...head, generation: head.generation + 1, snapshots: hashOf(value) };
    const change: Change = { type: "put", key: snapshotsKey, value };
    await this.#options.journal.write(changed, [change]);
    this.#records = records;
  }
}

/**
 * Reads the named snapshots. Raises SERVICE_NOT_RUNNING if their hash differs from that in the
 * head.
 */
export const readSnapshots = (
  value: string | undefined,
  { snapshots }: Head,
): readonly SnapshotRecord[] => {
  const hash = value === undefined ? undefined : hashOf(value);
  if (hash !== snapshots) throw damaged("its named snapshots are not those that were kept");
  const records = JSON.parse(value ?? "[]") as readonly SnapshotRecord[];
  return records.map((record) => ({ ...record, path: withoutCompacted(record), start: undefined }));
};

const hashOf = (text: string): string => hexDigestOf(utf8ToBytes(text));

/**
 * Returns the name of the newest snapshot that a journal contains. A branch and a position identify
 * an entry, and so the journal up to it.
 */
const newestIn = (
  snapshots: readonly SnapshotRecord[],
  { path, position }: Pick<SnapshotRecord, "path" | "position">,
): string | undefined => {
  const contained = snapshots.filter((snapshot) => {
    if (snapshot.position === 0) return true;
    if (snapshot.position > position) return false;
    const branch = branchAt(path, snapshot.position);
    return branch !== undefined && branch === branchAt(snapshot.path, snapshot.position);
  });
  const last = Math.max(...contained.map((snapshot) => snapshot.position));
  return contained.findLast((snapshot) => snapshot.position === last)?.name;
};
