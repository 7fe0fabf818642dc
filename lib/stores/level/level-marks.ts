import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../../ground/values/digest.ts";
import type {
  JournalMark,
  SnapshotList,
  SnapshotStore,
  StoredSnapshot,
} from "../../ledger/stores/journal-store.ts";
import { withoutSnapshot } from "../../ledger/stores/memory-store.ts";
import { damaged, foreignMark } from "../shared/errors.ts";
import { branchAt, type JournalPath } from "../shared/journal-path.ts";
import type { Change, Database } from "./database.ts";
import type { LevelEntries } from "./level-entries.ts";
import { LevelMark } from "./level-mark.ts";
import { type Head, type MarksInHead, snapshotsKey } from "./records.ts";

/** A mark as it is kept. */
export interface SnapshotRecord {
  readonly number: number;
  readonly name: string;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
  /** Where the entries lie up to there. */
  readonly path: JournalPath;
  readonly content: string;
  readonly parent?: string | undefined;
}

interface LevelMarksParts {
  /** Whose marks they are. */
  readonly store: object;
  readonly entries: LevelEntries;
  /** Those that there were when the store was opened. */
  readonly records: readonly SnapshotRecord[];
  readonly head: () => Head;
  /** When nothing else is being written. */
  readonly inTurn: <Result>(job: () => Promise<Result>) => Promise<Result>;
  readonly write: (head: Head, changes: readonly Change[]) => Promise<void>;
}

interface Kept extends StoredSnapshot {
  readonly mark: LevelMark;
  readonly record: SnapshotRecord;
}

/** The marks that are kept in a folder; the head tells what there are, so that one that is lost is missed. */
export class LevelMarks implements SnapshotStore {
  readonly #parts: LevelMarksParts;
  #kept: readonly Kept[];

  constructor(parts: LevelMarksParts) {
    this.#parts = parts;
    this.#kept = parts.records.map((record) => this.#keptOf(record));
  }

  keep(
    name: string,
    mark: JournalMark,
    content: string,
    most: number,
  ): Promise<StoredSnapshot | undefined> {
    const { store, entries, head } = this.#parts;
    return this.#parts.inTurn(async () => {
      if (!(mark instanceof LevelMark) || mark.store !== store) throw foreignMark();
      const kept = this.#kept;
      if (kept.length >= most || kept.some((each) => each.name === name)) return undefined;
      const { position } = mark;
      const path = mark.path.filter(({ from }) => from <= position);
      const number = (head().marks?.last ?? 0) + 1;
      const hash = await entries.hashAt(path, position);
      const parent = newestIn(kept, { path, position });
      const record = { number, name, position, hash, path, content, ...(parent && { parent }) };
      const own = { number, name, content, mark, record, ...(parent && { parent }) };
      await this.#write([...kept, own]);
      return own;
    });
  }

  list(): Promise<SnapshotList> {
    return this.#parts.inTurn(() => {
      const current = newestIn(this.#kept, this.#parts.head());
      return Promise.resolve({ snapshots: this.#kept, ...(current && { current }) });
    });
  }

  delete(name: string): Promise<boolean> {
    return this.#parts.inTurn(async () => {
      const found = this.#kept.some((each) => each.name === name);
      if (found) {
        const left = withoutSnapshot(
          this.#kept.map(({ record }) => record),
          name,
        );
        await this.#write(left.map((record) => this.#keptOf(record)));
      }
      return found;
    });
  }

  /** A generation further, so that a log that is cut behind an earlier write is known by its head. */
  async #write(kept: readonly Kept[]): Promise<void> {
    const head = this.#parts.head();
    const records = kept.map(({ record }) => record);
    const last = Math.max(head.marks?.last ?? 0, ...kept.map(({ number }) => number));
    const marks = { last, digest: digestOf(records) };
    const change: Change = { type: "put", key: snapshotsKey, value: JSON.stringify(records) };
    await this.#parts.write({ ...head, generation: head.generation + 1, marks }, [change]);
    this.#kept = kept;
  }

  #keptOf(record: SnapshotRecord): Kept {
    const { path, position, number, name, content, parent } = record;
    const mark = new LevelMark(this.#parts.store, position, { path, whole: path });
    return { number, name, content, record, mark, ...(parent && { parent }) };
  }
}

/** Name of the newest snapshot that a journal contains: a branch and a position identify an entry, and with it the journal up to there. */
const newestIn = (
  snapshots: readonly Kept[],
  { path, position }: { readonly path: JournalPath; readonly position: number },
): string | undefined => {
  const contained = snapshots.filter(({ mark }) => {
    if (mark.position === 0) return true;
    const branch = mark.position > position ? undefined : branchAt(path, mark.position);
    return branch !== undefined && branch === branchAt(mark.path, mark.position);
  });
  const last = Math.max(...contained.map(({ mark }) => mark.position));
  return contained.findLast(({ mark }) => mark.position === last)?.name;
};

/** Raises SERVICE_NOT_RUNNING where they are not those that the head tells of. */
export const readSnapshots = async (
  database: Pick<Database, "get">,
  told: MarksInHead | undefined,
): Promise<readonly SnapshotRecord[]> => {
  const value = (await database.get(snapshotsKey)) ?? "[]";
  const isIntact = told === undefined ? value === "[]" : digestOfText(value) === told.digest;
  if (!isIntact) throw damaged("its named snapshots are not those that were kept");
  return JSON.parse(value) as readonly SnapshotRecord[];
};

const digestOf = (records: readonly SnapshotRecord[]): string =>
  digestOfText(JSON.stringify(records));

const digestOfText = (text: string): string => hexDigestOf(utf8ToBytes(text));
