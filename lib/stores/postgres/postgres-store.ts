import { randomUUID } from "node:crypto";

import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type { JournalWatcher } from "../../ledger/stores/journal-store.ts";
import { missingEntryError } from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  findBranch,
  findRangesBetween,
  type JournalPath,
  type JournalPoint,
  type PositionRange,
  removeCompacted,
} from "../shared/branch-history.ts";
import {
  BranchedStore,
  type JournalChange,
  type NamedSnapshotRecords,
  type PrepareChange,
} from "../shared/branched-store.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import type { EntryBatch } from "../shared/write-queue.ts";
import type { DatabaseRow } from "./database.ts";
import type { JournalClient, NotificationHandler } from "./journal-client.ts";
import { type PostgresHead, readEntry, readHead } from "./journal-head.ts";

/** Number of entries in one read. */
const pageSize = 256;
/** Number of appends under the exclusive lock after a lost race. */
const appendsUnderExclusiveLock = 20;

/** A journal in a database that other processes write as well. */
export class PostgresStore extends BranchedStore<PostgresHead> implements NotificationHandler {
  readonly #client: JournalClient;
  readonly #writer = randomUUID();
  readonly #watchers = new Set<JournalWatcher>();
  #head: PostgresHead;
  /**
   * True after a write or restore by another process, until it is read. Meanwhile no entry is
   * accepted.
   */
  #isStale = false;
  /** The newest restore that this process knows, and the one that its ledger has read. */
  #restored: { known: number; read: number };
  #exclusiveAppends = 0;

  constructor(client: JournalClient, head: PostgresHead) {
    super(head);
    this.#client = client;
    this.#head = head;
    this.#restored = { known: head.restored, read: head.restored };
  }

  protected get head(): PostgresHead {
    return this.#head;
  }

  /**
   * Runs `work` while no other process runs work through this method, e.g. to load the initial
   * content.
   */
  runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#client.runAfter("lockSetup", work);
  }

  /** `message` has the generation of the last restore, the newest position, and the writer. */
  onNotify(message: string): void {
    const [restored = "", position = "", writer] = message.split(" ");
    if (writer === this.#writer) return;
    this.#noteRestore(Number(restored));
    if (Number(position) > this.#head.position) this.onGap();
  }

  onGap(): void {
    for (const watcher of this.#watchers) watcher.grown();
  }

  watch(watcher: JournalWatcher): () => void {
    this.#watchers.add(watcher);
    if (this.#restored.known > this.#restored.read) watcher.restored();
    else watcher.grown();
    return () => void this.#watchers.delete(watcher);
  }

  override enqueue(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.assertUsable();
    return this.#isStale ? undefined : super.enqueue(position, events, onSize);
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.assertUsable();
    const rows = await this.#readTail(after);
    yield* this.entriesAfter(after, readHead(rows[0]), (ranges) => this.entriesIn(ranges, rows));
  }

  async position(): Promise<number> {
    this.assertUsable();
    await this.#readTail(Number.MAX_SAFE_INTEGER);
    return this.#head.position;
  }

  async size(): Promise<number> {
    this.assertUsable();
    const [row] = await this.#client.runStatement("size");
    return Number(row?.["bytes"]);
  }

  vacuum(): Promise<void> {
    return this.runExclusive(() => this.#client.runAfter("rewrite", () => Promise.resolve()));
  }

  protected async release(): Promise<void> {
    this.#client.stop();
    await this.mutex.runExclusive(() => undefined);
    await this.#client.close();
  }

  protected async writeBatch({ entries, end }: EntryBatch): Promise<boolean> {
    if (this.#isStale) return false;
    const isExclusive = this.#exclusiveAppends > 0 || this.#client.holdsLock;
    if (this.#exclusiveAppends > 0) this.#exclusiveAppends--;
    const values = [
      this.#head.position + 1,
      this.#head.hash,
      // The text of an entry has no line breaks.
      entries.map(({ hash }) => hash).join("\n"),
      entries.map(({ text }) => text).join("\n"),
      randomUUID(),
      this.#writer,
      isExclusive,
    ];
    const [row = {}] = isExclusive
      ? await this.#client.appendExclusively(values)
      : await this.#client.runStatement("append", values);
    this.#noteRestore(Number(row["restored"]));
    if (row["is_written"] === true) {
      this.#head = { ...this.#head, ...end };
      return true;
    }
    // Another process wrote at the position, or restored the journal.
    this.#exclusiveAppends = appendsUnderExclusiveLock;
    this.#isStale = true;
    return false;
  }

  protected async change(prepare: PrepareChange<PostgresHead>): Promise<void> {
    for (;;) {
      this.#client.releaseLock();
      const [row] = await this.#client.runStatement("head");
      const head = readHead(row);
      const records = JSON.parse(String(row?.["snapshots"])) as NamedSnapshotRecords;
      const change = await prepare({ head, records });
      if (change === undefined || (await this.#writeChange(head, change))) return;
    }
  }

  protected async *entriesIn(
    ranges: readonly PositionRange[],
    known: readonly DatabaseRow[] = [],
  ): AsyncGenerator<StoredEntry, void, undefined> {
    for (const { branch, from, to } of ranges) {
      const isKnown = Number(known[0]?.["branch"]) === branch && Number(known[0]?.["at"]) === from;
      let page = isKnown ? known : await this.#readEntryPage(branch, from, to);
      while (page.length > 0) {
        const entries = page.map(readEntry);
        yield* entries;
        const next = (entries.at(-1)?.position ?? to) + 1;
        page = next > to ? [] : await this.#readEntryPage(branch, next, to);
      }
    }
  }

  protected async hashAt({ path }: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const [row] = await this.#client.runStatement("hash", [findBranch(path, position), position]);
    if (row === undefined) throw missingEntryError(position);
    return String(row["hash"]);
  }

  #readEntryPage(branch: number, from: number, to: number): Promise<readonly DatabaseRow[]> {
    return this.#client.runStatement("page", [branch, from, to, pageSize]);
  }

  /** Changes the head that was read. Resolves to false if another process was faster. */
  async #writeChange(
    head: PostgresHead,
    { head: next, entry, records }: JournalChange<PostgresHead>,
  ): Promise<boolean> {
    const path = removeCompacted(next);
    const isMoved = next.path !== head.path;
    const columns = {
      ...(isMoved && { position: next.position, hash: next.hash }),
      branches: next.branches,
      branch: path.at(-1)?.branch,
      path: JSON.stringify(path),
      snapshots: records && JSON.stringify(records),
    };
    const [row] = await this.#client.runStatement("change", [
      head.generation,
      // An empty journal that is to begin with a compacted entry must be empty still.
      isMoved && entry !== undefined ? 0 : null,
      JSON.stringify(columns),
      isMoved,
      entry?.position,
      entry?.hash,
      entry?.text,
      entry?.compacted,
      randomUUID(),
      this.#writer,
    ]);
    const generation = Number(row?.["changed"] ?? 0);
    if (generation === 0) return false;
    if (isMoved) {
      this.#restored = { known: Math.max(this.#restored.known, generation), read: generation };
      this.#moveTo({ ...next, path, start: undefined, generation, restored: generation });
      // Another process may have restored the journal since.
      this.#noteRestore(Number(row?.["restored"]));
    } else if (head.restored === this.#head.restored) {
      this.#head = { ...this.#head, path };
    }
    return true;
  }

  /** Counts the entries: another process deletes them if this one could not listen. */
  protected async assertComplete(point: JournalPoint): Promise<void> {
    const { position } = point;
    const ranges = findRangesBetween(removeCompacted(point), 1, position);
    const values = (["branch", "from", "to"] as const).map((key) =>
      ranges.map((range) => range[key]),
    );
    const [row] = await this.#client.runStatement("count", values);
    const expected = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    if (Number(row?.["entries"]) !== expected) throw missingEntryError(position);
  }

  /** Records a restore by another process, if its generation is newer than the known one. */
  #noteRestore(restored: number): void {
    if (!(restored > this.#restored.known)) return;
    this.#restored.known = restored;
    this.#isStale = true;
    for (const watcher of this.#watchers) watcher.restored();
  }

  #moveTo(head: PostgresHead): void {
    this.#head = head;
    this.queue.restartAfterHead();
    this.#isStale = this.#restored.known > head.restored;
  }

  /**
   * Reads the head and the entries after a position. Continues from that head unless entries are
   * pending.
   */
  #readTail(after: number): Promise<readonly DatabaseRow[]> {
    return this.mutex.runExclusive(async () => {
      const rows = await this.#client.runStatement("tail", [after, pageSize]);
      const head = readHead(rows[0]);
      this.#noteRestore(head.restored);
      if (after === 0) this.#restored.read = head.restored;
      if (this.queue.isEmpty && head.restored === this.#restored.known) this.#moveTo(head);
      return rows;
    });
  }
}
