import { type FileHandle, open, readFile } from "node:fs/promises";

import { ledgerError } from "../../../lib/index.ts";
import {
  createMemoryStore,
  entryText,
  type JournalEvent,
  type JournalMark,
  type JournalStore,
  readEntryText,
  type SnapshotStore,
} from "../../../lib/store.ts";

/**
 * A change of the journal, as one line of the file. A point is a position of the journal after a number of
 * lines, written `lines position`.
 */
type Change =
  | { kind: "append" | "compact"; position: number; entry: string }
  | { kind: "restore"; point: string }
  | { kind: "keep"; point: string; name: string; content: string }
  | { kind: "delete"; name: string };

/**
 * Opens a store that shows how to write an adapter: a file of JSON lines, for one process, which
 * writes each line durably. The journal is also in memory, computed from the lines. A truncated
 * line was never acknowledged.
 */
export const openJsonLinesStore = async (path: string): Promise<JournalStore> => {
  const file = await open(path, "as+", 0o600);
  const text = await readFile(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  await file.truncate(Buffer.byteLength(whole));
  const lines = whole.split("\n").slice(0, -1);
  const changes = lines.map((line) => JSON.parse(line) as Change);
  const points = changes.flatMap((each) => ("point" in each ? [each.point.split(" ")] : []));
  const store = new JsonLinesStore(file);
  for (const [line, change] of changes.entries()) {
    const marked = points.filter(([after]) => Number(after) === line);
    for (const [, position] of marked) store.mark(Number(position));
    await store.apply(change);
  }
  return store;
};

class JsonLinesStore implements JournalStore {
  readonly snapshots: SnapshotStore;
  readonly #file: FileHandle;
  readonly #journal = createMemoryStore();
  /** Number of lines in the file. */
  #lines = 0;
  /** The points of marks. */
  readonly #points = new Map<JournalMark, string>();
  /** Resolves when all changes requested so far are written. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
    const list = () => this.#journal.snapshots.list();
    const isKept = async (name: string): Promise<boolean> =>
      (await list()).snapshots.some((each) => each.name === name);
    this.snapshots = {
      list,
      keep: (name, mark, content, most) =>
        this.#exclusively(async () => {
          const point = this.#pointOf(mark);
          if ((await list()).snapshots.length >= most || (await isKept(name))) return undefined;
          await this.#write({ kind: "keep", point, name, content });
          return (await list()).snapshots.at(-1);
        }),
      delete: (name) =>
        this.#exclusively(async () => {
          const isThere = await isKept(name);
          if (isThere) await this.#write({ kind: "delete", name });
          return isThere;
        }),
    };
  }

  read = (after: number) => this.#journal.read(after);
  readAt = (mark: JournalMark) => this.#journal.readAt(mark);
  position = () => this.#journal.position();
  fork = () => this.#journal.fork();

  append(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    return this.#exclusively(async () => {
      if (position !== (await this.#journal.position()) + 1) return false;
      await this.#write({ kind: "append", position, entry: entryText(events) });
      return true;
    });
  }

  mark(position: number): JournalMark {
    const mark = this.#journal.mark(position);
    this.#points.set(mark, `${this.#lines} ${position}`);
    return mark;
  }

  restore = (mark: JournalMark) =>
    this.#exclusively(() => this.#write({ kind: "restore", point: this.#pointOf(mark) }));

  compact = (position: number, events: () => readonly JournalEvent[]) =>
    this.#exclusively(() => this.#write({ kind: "compact", position, entry: entryText(events()) }));

  async close(): Promise<void> {
    await this.#written;
    await this.#journal.close();
    await this.#file.close();
  }

  /** Applies the change of a line to the journal in memory. */
  async apply(change: Change): Promise<unknown> {
    this.#lines++;
    const { snapshots } = this.#journal;
    switch (change.kind) {
      case "append":
        return this.#journal.append(change.position, readEntryText(change.entry));
      case "compact":
        return this.#journal.compact?.(change.position, () => readEntryText(change.entry));
      case "restore":
        return this.#journal.restore(this.#markAt(change.point));
      case "keep":
        return snapshots.keep(change.name, this.#markAt(change.point), change.content, Infinity);
      case "delete":
        return snapshots.delete(change.name);
    }
  }

  #pointOf(mark: JournalMark): string {
    const point = this.#points.get(mark);
    if (point !== undefined) return point;
    throw ledgerError("INVALID_ARGUMENT", { cause: "The mark belongs to another journal store." });
  }

  #markAt(point: string): JournalMark {
    return [...this.#points].find(([, each]) => each === point)?.[0] ?? { position: -1 };
  }

  async #write(change: Change): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(change)}\n`);
    await this.apply(change);
  }

  /** Runs `work` after all earlier changes, unless the store is closed. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#written.then(() => this.#journal.position()).then(work);
    this.#written = done.catch(() => undefined);
    return done;
  }
}
