import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../../ground/values/digest.ts";
import type {
  JournalMark,
  KeptMark,
  KeptMarks,
  MarkStore,
} from "../../ledger/stores/journal-store.ts";
import { drained } from "../kept/drained.ts";
import { damaged, foreignMark } from "../kept/errors.ts";
import type { JournalPath } from "../kept/journal-path.ts";
import { lineageOf, sharedUpTo } from "../kept/lineage.ts";
import type { Change, Database } from "./database.ts";
import type { LevelEntries } from "./level-entries.ts";
import { LevelMark } from "./level-mark.ts";
import { allMarks, type Head, markKey, type MarksInHead } from "./records.ts";

/** A mark as it is kept. */
export interface MarkRecord {
  readonly number: number;
  readonly name: string;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
  /** Where the entries lie up to there. */
  readonly path: JournalPath;
  readonly text: string;
}

interface LevelMarksParts {
  /** Whose marks they are. */
  readonly store: object;
  readonly entries: LevelEntries;
  /** Those that there were when the store was opened. */
  readonly records: readonly MarkRecord[];
  readonly head: () => Head;
  /** When nothing else is being written. */
  readonly inTurn: <Result>(job: () => Promise<Result>) => Promise<Result>;
  readonly write: (head: Head, changes: readonly Change[]) => Promise<void>;
}

interface Kept extends KeptMark {
  readonly mark: LevelMark;
  readonly record: MarkRecord;
}

/** The marks that are kept in a folder; the head tells what there are, so that one that is lost is missed. */
export class LevelMarks implements MarkStore {
  readonly #parts: LevelMarksParts;
  #kept: readonly Kept[];

  constructor(parts: LevelMarksParts) {
    this.#parts = parts;
    this.#kept = parts.records.map((record) => {
      const { number, name, text, position, path } = record;
      return { number, name, text, record, mark: this.#markOf(position, path) };
    });
  }

  keep(name: string, mark: JournalMark, text: string, most: number): Promise<KeptMark | undefined> {
    const { store, entries, head } = this.#parts;
    return this.#parts.inTurn(async () => {
      if (!(mark instanceof LevelMark) || mark.store !== store) throw foreignMark();
      const kept = this.#kept;
      if (kept.length >= most || kept.some((each) => each.name === name)) return undefined;
      const { position } = mark;
      const path = mark.path.filter(({ from }) => from <= position);
      const number = (head().marks?.last ?? 0) + 1;
      const hash = await entries.hashAt(path, position);
      const record = { number, name, position, hash, path, text };
      const own = { number, name, text, mark, record };
      const value = JSON.stringify(record);
      await this.#write([...kept, own], { type: "put", key: markKey(number), value });
      return own;
    });
  }

  list(): Promise<KeptMarks> {
    return this.#parts.inTurn(() => Promise.resolve(lineageOf(this.#kept, this.#parts.head())));
  }

  check({ number }: KeptMark, goesOn?: () => void): Promise<void> {
    const { entries, head } = this.#parts;
    return this.#parts.inTurn(async () => {
      const record = this.#kept.find((each) => each.number === number)?.record;
      if (record === undefined) return;
      const { path, position, hash } = record;
      if ((await entries.hashAt(path, position)) !== hash) {
        throw damaged(`entry ${position} is not the one that was written`);
      }
      const shared = Math.min(sharedUpTo(path, head().path), head().position);
      await drained(entries.after(shared, record), goesOn);
    });
  }

  forget(name: string): Promise<boolean> {
    return this.#parts.inTurn(async () => {
      const found = this.#kept.find((each) => each.name === name);
      if (found === undefined) return false;
      const left = this.#kept.filter((each) => each !== found);
      await this.#write(left, { type: "del", key: markKey(found.number) });
      return true;
    });
  }

  /** A generation further, so that a log that is cut behind an earlier write is known by its head. */
  async #write(kept: readonly Kept[], change: Change): Promise<void> {
    const head = this.#parts.head();
    const last = Math.max(head.marks?.last ?? 0, ...kept.map(({ number }) => number));
    const marks = { last, digest: digestOf(kept.map(({ record }) => record)) };
    await this.#parts.write({ ...head, generation: head.generation + 1, marks }, [change]);
    this.#kept = kept;
  }

  #markOf(position: number, path: JournalPath): LevelMark {
    return new LevelMark(this.#parts.store, position, { path, whole: path });
  }
}

/** Raises LEDGER_API_INTERNAL_ERROR where they are not those that the head tells of. */
export const readMarks = async (
  database: Pick<Database, "iterator">,
  told: MarksInHead | undefined,
): Promise<readonly MarkRecord[]> => {
  const records: MarkRecord[] = [];
  for await (const [, value] of database.iterator(allMarks)) records.push(recordIn(value));
  const isTold = told === undefined ? records.length === 0 : digestOf(records) === told.digest;
  if (!isTold) throw damaged("its named snapshots are not those that were kept");
  return records;
};

/** What is no record is not what the head tells of. */
const recordIn = (value: string): MarkRecord => {
  try {
    return JSON.parse(value) as MarkRecord;
  } catch {
    throw damaged("one of its named snapshots cannot be read");
  }
};

const digestOf = (records: readonly MarkRecord[]): string =>
  hexDigestOf(utf8ToBytes(JSON.stringify(records)));
