import { randomUUID } from "node:crypto";

import { Mutex } from "async-mutex";

import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  JournalMark,
  JournalStore,
  JournalWatcher,
  SnapshotStore,
} from "../../ledger/stores/journal-store.ts";
import { Marks } from "../../ledger/stores/snapshots.ts";
import { closed, missing, noSuchPosition } from "../../ledger/stores/store-errors.ts";
import { entryLines } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { copyToMemory, readEventsAsync } from "../shared/entry-text.ts";
import { type Batch, WriteQueue } from "../shared/write-queue.ts";
import type { Row } from "./database.ts";
import type { JournalClient } from "./journal-client.ts";
import {
  hashIn,
  type JournalHead,
  type JournalPoint,
  readEntry,
  readHead,
  type StoredEntry,
} from "./journal-head.ts";
import type { NotificationHandler } from "./listener-session.ts";
import { PostgresSnapshots } from "./postgres-snapshots.ts";

/** Number of entries in one read. */
const pageSize = 256;
/** Number of appends under the exclusive lock after a lost race. */
const exclusiveAppends = 20;

/** A journal in a database that other processes write as well. */
export class PostgresStore implements JournalStore, NotificationHandler {
  readonly snapshots: SnapshotStore;
  readonly #client: JournalClient;
  readonly #marks = new Marks<JournalPoint>();
  readonly #writer = randomUUID();
  readonly #watchers = new Set<JournalWatcher>();
  /** Held while the store writes, and while it reads the head. */
  readonly #mutex = new Mutex();
  readonly #queue: WriteQueue;
  #head: JournalHead;
  /**
   * True after a write or restore by another process, until it is read. Meanwhile no entry is
   * accepted.
   */
  #isStale = false;
  /** The newest restore that this process knows, and the one that its ledger has read. */
  #restored: { known: number; read: number };
  #exclusiveAppends = 0;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(client: JournalClient, head: JournalHead) {
    this.#client = client;
    this.#head = head;
    this.#queue = new WriteQueue({
      mutex: this.#mutex,
      head: () => this.#head,
      write: (batch) => this.#write(batch),
    });
    this.#restored = { known: head.restored, read: head.restored };
    this.snapshots = new PostgresSnapshots(client, this.#marks, () => this.#assertOpen());
  }

  /** Runs `work` while no other process does so, e.g. to load the initial content. */
  runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#client.runExclusively(work);
  }

  /** `message` has the revision of the last restore, the newest position, and the writer. */
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

  async append(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return (await this.enqueue(position, events, onSize)) ?? false;
  }

  enqueue(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.#assertOpen();
    return this.#isStale ? undefined : this.#queue.put(position, events, onSize);
  }

  read(after: number): AsyncIterable<JournalEntry> {
    this.#assertOpen();
    return entriesIn(this.#entriesAfter(after));
  }

  readAt(mark: JournalMark): AsyncIterable<JournalEntry> {
    this.#assertOpen();
    return entriesIn(this.#entriesAt(mark));
  }

  async position(): Promise<number> {
    this.#assertOpen();
    await this.#readTail(Number.MAX_SAFE_INTEGER);
    return this.#head.position;
  }

  mark(position: number): JournalMark {
    this.#assertOpen();
    const { revision, first, position: end } = this.#head;
    if (position === 0 || (position >= first && position <= end)) {
      return this.#marks.create({ position, revision });
    }
    throw noSuchPosition(position, end);
  }

  async restore(mark: JournalMark): Promise<void> {
    this.#assertOpen();
    const { position, revision: to } = this.#marks.pointOf(mark);
    await this.#mutex.runExclusive(async () => {
      this.#client.releaseLock();
      const request = randomUUID();
      const begun = this.#head.restored;
      for (let known = this.#head.revision; ;) {
        const values = [known, to, position, request, this.#writer];
        const { rows, isRepeated } = await this.#client.change("restore", ...values);
        const [row] = rows;
        if (row?.["is_done"] === false) throw missing(position);
        const [revision, restored] = [Number(row?.["revision"]), Number(row?.["restored"])];
        if (row?.["is_done"] === true) {
          const [first, hash] = [Number(row["first"] ?? 1), hashIn(row["hash"])];
          this.#restored = { known: Math.max(this.#restored.known, restored), read: restored };
          return this.#moveTo({ revision, restored, first, position, hash });
        }
        // Another process has restored the journal since. If the response to our attempt was lost,
        // the attempt came before that, or counts as if it had.
        if (isRepeated && restored > begun) return this.#noteRestore(restored);
        known = revision;
      }
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertOpen();
    const { restored } = this.#head;
    const text = await entryLines(events());
    await this.#mutex.runExclusive(async () => {
      this.#client.releaseLock();
      await this.#client.ask("compact", restored, position, text);
    });
    await this.position();
  }

  async fork(): Promise<JournalStore> {
    return copyToMemory(this.read(0));
  }

  async size(): Promise<number> {
    this.#assertOpen();
    const [row] = await this.#client.ask("size");
    return Number(row?.["bytes"]);
  }

  async vacuum(): Promise<void> {
    this.#assertOpen();
    await this.#mutex.runExclusive(() => this.#client.rewrite());
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#client.stop();
    await this.#mutex.runExclusive(() => undefined);
    await this.#client.close();
  }

  async #write({ entries, hashes, end }: Batch): Promise<boolean> {
    if (this.#isStale) return false;
    const isExclusive = this.#exclusiveAppends > 0 || this.#client.holdsLock;
    if (this.#exclusiveAppends > 0) this.#exclusiveAppends--;
    const values = [
      this.#head.position + 1,
      this.#head.hash,
      // The text of an entry has no line breaks.
      hashes.join("\n"),
      entries.map(({ text }) => text).join("\n"),
      randomUUID(),
      this.#writer,
      isExclusive,
    ];
    const [row = {}] = isExclusive
      ? await this.#client.appendExclusively(values)
      : await this.#client.ask("append", ...values);
    const [revision, restored] = [Number(row["revision"]), Number(row["restored"])];
    this.#noteRestore(restored);
    if (row["is_written"] === true) {
      this.#head = { ...this.#head, ...end, revision, restored };
      return true;
    }
    // Another process wrote at the position, or restored the journal.
    this.#exclusiveAppends = exclusiveAppends;
    this.#isStale = true;
    return false;
  }

  /** Records a restore by another process, if its revision is newer than the known one. */
  #noteRestore(restored: number): void {
    if (!(restored > this.#restored.known)) return;
    this.#restored.known = restored;
    this.#isStale = true;
    for (const watcher of this.#watchers) watcher.restored();
  }

  #moveTo(head: JournalHead): void {
    this.#head = head;
    this.#queue.restart();
    this.#isStale = this.#restored.known > head.restored;
  }

  /** Raises SERVICE_NOT_RUNNING if the store is closed. */
  #assertOpen(): void {
    if (this.#isClosed) throw closed();
  }

  async *#entriesAfter(after: number): AsyncGenerator<StoredEntry, void, undefined> {
    const rows = await this.#readTail(after);
    const { revision, first, position: end } = readHead(rows[0]);
    // A compacted journal may begin at any position.
    let position = typeof rows[0]?.["compacted"] === "string" ? first : after + 1;
    let hash = after === 0 ? emptyHash : rows[0]?.["previous_hash"];
    let page: readonly Row[] = rows.filter((row) => row["position"] !== null);
    while (position <= end) {
      for (const row of page) {
        const entry = readEntry(row, position, typeof hash === "string" ? hash : undefined);
        yield entry;
        ({ hash } = entry);
        position++;
      }
      if (position > end) return;
      page = await this.#page(position, end, revision);
      if (page.length === 0) throw missing(position);
    }
  }

  /**
   * Yields the entries as of the mark's revision. A compacted journal may begin at any position.
   */
  async *#entriesAt(mark: JournalMark): AsyncGenerator<StoredEntry, void, undefined> {
    const { position: end, revision } = this.#marks.pointOf(mark);
    const [start] = await this.#client.ask("start", revision, end);
    let hash = emptyHash;
    for (let position = Number(start?.["first"] ?? 1); position <= end;) {
      const page = await this.#page(position, end, revision);
      if (page.length === 0) throw missing(position);
      for (const row of page) {
        const entry = readEntry(row, position, hash);
        yield entry;
        ({ hash } = entry);
        position++;
      }
    }
  }

  /** Reads a page of entries. */
  #page(position: number, end: number, revision: number): Promise<readonly Row[]> {
    return this.#client.ask("page", position, Math.min(end, position + pageSize - 1), revision);
  }

  /**
   * Reads the head and the entries after a position. Continues from that head unless entries are
   * pending.
   */
  #readTail(after: number): Promise<readonly Row[]> {
    return this.#mutex.runExclusive(async () => {
      const rows = await this.#client.ask("tail", after, pageSize);
      const head = readHead(rows[0]);
      this.#noteRestore(head.restored);
      if (after === 0) this.#restored.read = head.restored;
      if (this.#queue.isEmpty && head.restored === this.#restored.known) this.#moveTo(head);
      return rows;
    });
  }
}

async function* entriesIn(
  stored: AsyncIterable<StoredEntry>,
): AsyncGenerator<JournalEntry, void, undefined> {
  for await (const { position, text } of stored) {
    yield { position, events: await readEventsAsync(position, text) };
  }
}
