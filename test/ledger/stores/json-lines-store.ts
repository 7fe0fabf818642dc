import { type FileHandle, open, readFile } from "node:fs/promises";

import { ledgerError } from "../../../lib/index.ts";
import {
  createMemoryStore,
  entryText,
  type JournalMark,
  type JournalStore,
  type LedgerEvent,
  readEntryText,
  type SnapshotStore,
} from "../../../lib/store.ts";

/**
 * A change of the journal, as one line of the file. A point is a position of the journal after a number of
 * lines, written `lines position`.
 */
type Change =
  | { readonly kind: "append" | "compact"; readonly position: number; readonly entry: string }
  | { readonly kind: "restore"; readonly point: string }
  | {
      readonly kind: "keep";
      readonly point: string;
      readonly name: string;
      readonly content: string;
    }
  | { readonly kind: "delete"; readonly name: string };

/**
 * An example of an adapter: a file of JSON lines, for one process. The journal is also in memory, computed
 * from the lines of the file. A truncated line was never acknowledged.
 */
export const openJsonLinesStore = async (path: string): Promise<JournalStore> => {
  const file = await open(path, "a+", 0o600);
  const text = await readFile(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  await file.truncate(Buffer.byteLength(whole));
  const changes = whole
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Change);
  const store = new JsonLinesStore(file);
  const points = changes.flatMap((each) => ("point" in each ? [each.point.split(" ")] : []));
  for (const [lines, change] of [...changes, undefined].entries()) {
    for (const [after, position] of points) {
      if (Number(after) === lines) store.mark(Number(position));
    }
    if (change !== undefined) await store.apply(change);
  }
  return store;
};

class JsonLinesStore implements JournalStore {
  readonly snapshots: SnapshotStore;
  readonly #file: FileHandle;
  readonly #journal = createMemoryStore();
  /** Number of lines in the file. */
  #lines = 0;
  /** Marks by their points. */
  readonly #marks = new Map<string, JournalMark>();
  readonly #points = new Map<JournalMark, string>();
  /** Resolves when all changes requested so far are written. */
  #written: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(file: FileHandle) {
    this.#file = file;
    const kept = this.#journal.snapshots;
    const isKept = async (name: string): Promise<boolean> =>
      (await kept.list()).snapshots.some((each) => each.name === name);
    this.snapshots = {
      list: () => kept.list(),
      keep: (name, mark, content, most) =>
        this.#exclusively(async () => {
          const point = this.#pointOf(mark);
          const count = (await kept.list()).snapshots.length;
          if (count >= most || (await isKept(name))) return undefined;
          await this.#write({ kind: "keep", point, name, content });
          return (await kept.list()).snapshots.at(-1);
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

  append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    return this.#exclusively(async () => {
      if (position !== (await this.#journal.position()) + 1) return false;
      await this.#write({ kind: "append", position, entry: entryText(events) });
      return true;
    });
  }

  mark(position: number): JournalMark {
    const mark = this.#journal.mark(position);
    const point = `${this.#lines} ${position}`;
    this.#points.set(mark, point);
    this.#marks.set(point, mark);
    return mark;
  }

  restore(mark: JournalMark): Promise<void> {
    return this.#exclusively(() => this.#write({ kind: "restore", point: this.#pointOf(mark) }));
  }

  compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    const entry = entryText(events());
    return this.#exclusively(() => this.#write({ kind: "compact", position, entry }));
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#exclusively(async () => {
      await this.#journal.close();
      await this.#file.close();
    }));
  }

  /** Applies the change of a line to the journal in memory. */
  async apply(change: Change): Promise<void> {
    this.#lines++;
    switch (change.kind) {
      case "append":
        return void (await this.#journal.append(change.position, readEntryText(change.entry)));
      case "compact":
        return this.#journal.compact?.(change.position, () => readEntryText(change.entry));
      case "restore":
        return this.#journal.restore(this.#markAt(change.point));
      case "keep": {
        const { name, point, content } = change;
        await this.#journal.snapshots.keep(name, this.#markAt(point), content, Infinity);
        return;
      }
      case "delete":
        await this.#journal.snapshots.delete(change.name);
    }
  }

  #pointOf(mark: JournalMark): string {
    const point = this.#points.get(mark);
    if (point !== undefined) return point;
    throw ledgerError("INVALID_ARGUMENT", { cause: "The mark belongs to another journal store." });
  }

  #markAt(point: string): JournalMark {
    return this.#marks.get(point) ?? { position: -1 };
  }

  async #write(change: Change): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(change)}\n`);
    await this.#file.datasync();
    await this.apply(change);
  }

  /** Runs `work` after all earlier changes, unless the store is closed. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#written.then(() => this.#journal.position()).then(work);
    this.#written = done.catch(() => undefined);
    return done;
  }
}
