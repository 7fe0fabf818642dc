import type { JournalMark, SnapshotList, SnapshotStore, StoredSnapshot } from "./journal-store.ts";
import { foreignMarkError } from "./store-errors.ts";

/** The marks of one store, with the point of the journal that each one stands for. */
export class JournalMarks<Point extends JournalMark> {
  readonly #points = new WeakMap<JournalMark, Point>();

  create(point: Point): JournalMark {
    const mark = { position: point.position };
    this.#points.set(mark, point);
    return mark;
  }

  /** Returns the point of a mark. Raises INVALID_ARGUMENT for a mark of another store. */
  resolveMark(mark: JournalMark): Point {
    const point = this.#points.get(mark);
    if (point === undefined) throw foreignMarkError();
    return point;
  }
}

/** A named snapshot, with the point of the journal in place of its mark. */
export type SnapshotRecord<Point> = Omit<StoredSnapshot, "mark"> & Point;

/** The named snapshots of a journal. */
export interface RecordedJournal<Point> {
  readonly records: readonly SnapshotRecord<Point>[];
  /** The end of the current journal. */
  readonly current: Point;
  /** A number above those of all earlier snapshots. */
  readonly nextNumber: number;
}

/** The result of an operation on the named snapshots. */
export interface SnapshotResult<Result, Point> {
  readonly result: Result;
  /** The records to store; absent if they stay as they are. */
  readonly records?: readonly SnapshotRecord<Point>[];
  /** The point of a new snapshot. */
  readonly added?: Point;
}

interface RecordedSnapshotsOptions<Point extends JournalMark> {
  readonly marks: JournalMarks<Point>;
  /**
   * Runs `work`, and stores the records that it returns while nothing else changes them. Calls it
   * again if another process has changed them. Rejects if entries up to an added point are missing.
   */
  readonly run: <Result>(
    work: (journal: RecordedJournal<Point>) => SnapshotResult<Result, Point>,
  ) => Promise<Result>;
  /** Returns true if the journal up to a point contains the journal up to another. */
  readonly contains: (journal: Point, other: Point) => boolean;
}

/** Named snapshots of a store that writes them as one list of records. */
export class RecordListSnapshotStore<Point extends JournalMark> implements SnapshotStore {
  readonly #options: RecordedSnapshotsOptions<Point>;
  /** The marks of snapshots that were kept since the store was opened, by number. */
  readonly #kept = new Map<number, JournalMark>();

  constructor(options: RecordedSnapshotsOptions<Point>) {
    this.#options = options;
  }

  async keep(
    name: string,
    mark: JournalMark,
    content: string,
    limit: number,
  ): Promise<StoredSnapshot | undefined> {
    const { run, marks } = this.#options;
    const snapshot = await run(({ records, nextNumber: number }) => {
      const added = marks.resolveMark(mark);
      const isTaken = records.some((each) => each.name === name);
      if (isTaken || records.length >= limit) return { result: undefined };
      const parent = this.#findNewestSnapshotName(records, added);
      const result = { number, name, content, parent };
      return { result, records: [...records, { ...added, ...result }], added };
    });
    if (snapshot === undefined) return undefined;
    this.#kept.set(snapshot.number, mark);
    return { ...snapshot, mark };
  }

  list(): Promise<SnapshotList> {
    const { run, marks } = this.#options;
    return run(({ records, current }) => {
      const snapshots = records.map((record): StoredSnapshot => {
        const { number, name, content, parent } = record;
        const mark = this.#kept.get(number) ?? marks.create(record);
        return { number, name, content, parent, mark };
      });
      return { result: { snapshots, current: this.#findNewestSnapshotName(records, current) } };
    });
  }

  /** Deletes a snapshot. Its children become children of its parent. */
  delete(name: string): Promise<boolean> {
    return this.#options.run(({ records }) => {
      const deleted = records.find((each) => each.name === name);
      if (deleted === undefined) return { result: false };
      this.#kept.delete(deleted.number);
      const rest = records.filter((each) => each !== deleted);
      const adopted = rest.map((each) =>
        each.parent === name ? { ...each, parent: deleted.parent } : each,
      );
      return { result: true, records: adopted };
    });
  }

  /** Returns the name of the newest snapshot that the journal up to a point contains. */
  #findNewestSnapshotName(
    records: readonly SnapshotRecord<Point>[],
    journal: Point,
  ): string | undefined {
    return [...records]
      .sort((a, b) => b.position - a.position || b.number - a.number)
      .find((record) => this.#options.contains(journal, record))?.name;
  }
}
