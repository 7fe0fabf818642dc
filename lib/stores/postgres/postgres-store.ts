import { randomUUID } from "node:crypto";

import type { JournalEvent } from "../../ledger/state/journal-event.ts";
import type { JournalWatcher } from "../../ledger/stores/journal-store.ts";
import { missingJournalEntryError } from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  findBranch,
  findRangesBetween,
  type JournalPath,
  type JournalPoint,
  type PositionRange,
  startAtCompacted,
} from "../shared/branch-history.ts";
import { BranchedStore, type JournalHead, type PrepareChange } from "../shared/branched-store.ts";
import type { JournalEnd } from "../shared/queued-journal.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import type { JournalClient, NotificationHandler } from "./journal-client.ts";
import { getLastBranch, readEntry, readJournalHead, readSnapshotRecords } from "./journal-head.ts";

/** Number of entries in one read. */
const pageSize = 256;
/** Number of appends under the exclusive lock after a lost race. */
const appendsUnderExclusiveLock = 20;

/** A journal in a database that other processes write as well. */
export class PostgresStore extends BranchedStore<JournalHead> implements NotificationHandler {
  readonly #client: JournalClient;
  readonly #writer = randomUUID();
  readonly #watchers = new Set<JournalWatcher>();
  #head: JournalHead;
  /**
   * True after a lost append or a restore by another process, until the journal is read. Meanwhile
   * no entry is accepted.
   */
  #isStale = false;
  /** The newest branch that this process knows, and the one that its ledger has read. */
  #branch: { known: number; read: number };
  #exclusiveAppends = 0;

  constructor(client: JournalClient, head: JournalHead) {
    super(head);
    this.#client = client;
    this.#head = head;
    this.#branch = { known: getLastBranch(head), read: getLastBranch(head) };
  }

  protected get head(): JournalHead {
    return this.#head;
  }

  runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#client.runAfter("lockSetup", work);
  }

  /** `message` has the newest branch, the newest position, and the writer. */
  onNotify(message: string): void {
    const [branch = "", position = "", writer] = message.split(" ");
    if (writer === this.#writer) return;
    this.#noteBranch(Number(branch));
    if (Number(position) > this.#head.position) this.checkForEntries();
  }

  checkForEntries(): void {
    for (const watcher of this.#watchers) watcher.grown();
  }

  watch(watcher: JournalWatcher): () => void {
    this.#watchers.add(watcher);
    if (this.#branch.known > this.#branch.read) watcher.restored();
    else watcher.grown();
    return () => void this.#watchers.delete(watcher);
  }

  override enqueue(
    position: number,
    events: readonly JournalEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.assertUsable();
    return this.#isStale ? undefined : super.enqueue(position, events, onSize);
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
    await this.waitForPending();
    await this.#client.close();
  }

  protected async writeEntries(
    entries: readonly StoredEntry[],
    end: Pick<JournalEnd, "position" | "hash">,
  ): Promise<boolean> {
    if (this.#isStale) return false;
    const isExclusive = this.#exclusiveAppends > 0;
    if (isExclusive) this.#exclusiveAppends--;
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
    const [row = {}] = await this.#client.runStatement(
      "append",
      values,
      isExclusive ? () => this.#client.lease.append(values) : undefined,
    );
    this.#noteBranch(Number(row["branch"]));
    if (row["is_written"] === true) {
      this.#head = { ...this.#head, ...end };
      return true;
    }
    // Another process wrote at the position, or restored the journal.
    this.#exclusiveAppends = appendsUnderExclusiveLock;
    this.#isStale = true;
    return false;
  }

  protected async change(prepare: PrepareChange<JournalHead>): Promise<void> {
    for (;;) {
      // The change takes the lock on another connection.
      this.#client.lease.releaseLease();
      const [row] = await this.#client.runStatement("snapshots");
      const head = readJournalHead(row);
      const records = readSnapshotRecords(row);
      const change = await prepare(head, records);
      if (change === undefined) return;
      const { head: next, entry } = change;
      const path = startAtCompacted(next);
      const isMoved = next.path !== head.path;
      const columns = {
        ...(isMoved && { position: next.position, hash: next.hash }),
        branch: getLastBranch(next),
        path: JSON.stringify(path),
        snapshots: change.records && JSON.stringify(change.records),
      };
      const [changed] = await this.#client.runStatement("change", [
        head.generation,
        // The first compacted entry requires that the journal is still empty.
        isMoved && entry !== undefined ? 0 : null,
        JSON.stringify(columns),
        entry?.position,
        entry?.hash,
        entry?.text,
        entry?.compacted,
        randomUUID(),
        this.#writer,
      ]);
      // Another process was faster.
      if (changed?.["changed"] === null) continue;
      if (isMoved) {
        const branch = getLastBranch(next);
        this.#branch = { known: Math.max(this.#branch.known, branch), read: branch };
        this.#moveTo({ ...next, path, start: undefined });
        // Another process may have restored the journal since.
        this.#noteBranch(Number(changed?.["branch"]));
      } else if (getLastBranch(head) === getLastBranch(this.#head)) {
        this.#head = { ...this.#head, path };
      }
      return;
    }
  }

  protected async *entriesIn(
    ranges: readonly PositionRange[],
  ): AsyncGenerator<StoredEntry, void, undefined> {
    for (const { branch, from, to } of ranges) {
      for (let next = from; next <= to;) {
        const values = [branch, next, to, pageSize];
        const entries = (await this.#client.runStatement("page", values)).map(readEntry);
        yield* entries;
        next = (entries.at(-1)?.position ?? Infinity) + 1;
      }
    }
  }

  protected async hashAt({ path }: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const [row] = await this.#client.runStatement("hash", [findBranch(path, position), position]);
    if (row === undefined) throw missingJournalEntryError(position);
    return String(row["hash"]);
  }

  /** Counts the entries: another process may have deleted them while this one was not connected. */
  protected override async assertComplete(point: JournalPoint): Promise<void> {
    const { position } = point;
    const ranges = findRangesBetween(startAtCompacted(point), 1, position);
    const values = (["branch", "from", "to"] as const).map((key) =>
      ranges.map((range) => range[key]),
    );
    const [row] = await this.#client.runStatement("count", values);
    const expected = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    if (Number(row?.["entries"]) !== expected) throw missingJournalEntryError(position);
  }

  /** Records a restore by another process, if its branch is newer than the known one. */
  #noteBranch(branch: number): void {
    if (branch <= this.#branch.known) return;
    this.#branch.known = branch;
    this.#isStale = true;
    for (const watcher of this.#watchers) watcher.restored();
  }

  #moveTo(head: JournalHead): void {
    this.#head = head;
    this.restartAfterHead();
    this.#isStale = this.#branch.known > this.#branch.read;
  }

  /** Reads the head, and continues from it unless entries are pending. */
  protected readHead(isWhole: boolean): Promise<JournalHead> {
    return this.runExclusive(async () => {
      const head = readJournalHead((await this.#client.runStatement("head"))[0]);
      const branch = getLastBranch(head);
      this.#noteBranch(branch);
      if (isWhole) this.#branch.read = branch;
      if (!this.hasPending && branch === this.#branch.known) this.#moveTo(head);
      return head;
    });
  }
}
