import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalMark, JournalWatcher } from "../../ledger/stores/journal-store.ts";
import { isDamage } from "../kept/errors.ts";
import type { JournalCopy } from "../level/journal-copy.ts";
import type { Compacted } from "./compact.ts";
import type { KeptEntry } from "./kept-entry.ts";
import type { Look, Reach } from "./reach.ts";
import { requireSame } from "./require-same.ts";

/** No position follows it: nothing is written until the journal is read. */
const unread = -1;

/**
 * What a process knows of a journal that others write, too: it has come so far at least. Who watches is told where there may be more, or
 * where it is another by now; and the copy, if there is one, follows.
 */
export class KnownReach {
  readonly #copy: JournalCopy | undefined;
  readonly #watchers = new Set<JournalWatcher>();
  #reach: Reach;
  /** Of the newest entry that is known, or waits. */
  #tail: number;
  /** What others wrote where this process was to write, until it is read. */
  #overtaking: readonly KeptEntry[] = [];
  /** The newest generation that was told. */
  #heard: number;
  /** The generation in which a ledger began to read the journal. */
  #begun: number;
  /** For which nothing is gone on with. */
  #damage: LedgerError | undefined;

  constructor(reach: Reach, copy: JournalCopy | undefined) {
    this.#reach = reach;
    this.#copy = copy;
    this.#tail = reach.position;
    this.#heard = reach.generation;
    this.#begun = reach.generation;
  }

  get reach(): Reach {
    return this.#reach;
  }

  /** Why the journal cannot be used any more; undefined while nothing is wrong with it. */
  get damage(): LedgerError | undefined {
    return this.#damage;
  }

  /** Raises the first LEDGER_API_INTERNAL_ERROR that was found. */
  requireSound(): void {
    if (this.#damage !== undefined) throw this.#damage;
  }

  /** The journal is not what this process has shown of it: nothing is gone on with, whatever it becomes. */
  found(error: unknown): void {
    if (isDamage(error)) this.#damage ??= error;
  }

  /**
   * Whether it follows all that is known, and all that waits. Nothing follows what others wrote until that is read: whoever
   * asks may not have heard yet that they did.
   */
  isFree(position: number): boolean {
    return position === this.#tail + 1 && this.#overtaking.length === 0;
  }

  /** Something waits to be written there. */
  take(position: number): void {
    this.#tail = position;
  }

  /** Whether it follows what is known. */
  isNext(position: number): boolean {
    return position === this.#reach.position + 1 && this.#tail !== unread;
  }

  /** Nothing waits any more. */
  takeBack(): void {
    if (this.#tail !== unread) this.#tail = this.#reach.position;
  }

  watch(watcher: JournalWatcher): () => void {
    this.#watchers.add(watcher);
    // What was told before somebody watched.
    if (this.#heard > this.#begun) watcher.restored();
    else watcher.grown();
    return () => void this.#watchers.delete(watcher);
  }

  /** Somebody else wrote up to there, or restored it, or compacted it. */
  told(generation: number, position: number): void {
    this.hearOf(generation);
    const isAhead = position > this.#reach.position;
    if (isAhead && generation === this.#reach.generation) this.mayHaveGrown();
  }

  /** Others wrote more than was told: nothing is written until that is read. */
  overtakenUnread(): void {
    this.#tail = unread;
    this.mayHaveGrown();
  }

  mayHaveGrown(): void {
    for (const watcher of this.#watchers) watcher.grown();
  }

  /** Somebody restored the journal, if it is a generation further. */
  hearOf(generation: number): void {
    if (generation > this.#reach.generation) this.#tail = unread;
    if (generation <= this.#heard) return;
    this.#heard = generation;
    for (const watcher of this.#watchers) watcher.restored();
  }

  /** A ledger reads it from the beginning, as it is in that generation. */
  beginWith(generation: number): void {
    this.#begun = generation;
  }

  /** Answers what tells whether nothing came to be known since. */
  stillKnown(): () => boolean {
    const [known, heard] = [this.#reach, this.#heard];
    return () => this.#reach === known && this.#heard === heard;
  }

  /**
   * Whether it comes as far as all that is known, or heard of: a journal goes neither back within a generation nor to an earlier one. Not where
   * something of others waits to be read.
   */
  isReachedBy({ generation, branches, position }: Reach): boolean {
    const known = this.#reach;
    if (generation < this.#heard || this.#overtaking.length > 0) return false;
    return (
      generation > known.generation || (branches >= known.branches && position >= known.position)
    );
  }

  /** Whether a look from there tells whether what is known by now is in it. */
  isSeenFrom({ reach: { generation, position }, from }: Look): boolean {
    const known = this.#reach;
    return from === known.position || generation > known.generation || position <= known.position;
  }

  /** Raises LEDGER_API_INTERNAL_ERROR as {@link requireSame} does. */
  goOnFrom(look: Look): void {
    requireSame(this.#reach, look);
    const { reach } = look;
    this.#reach = reach;
    this.#copy?.follow(reach);
    this.#tail = reach.position;
    this.#overtaking = [];
    this.hearOf(reach.generation);
  }

  /** This process wrote these, which follow what was known. */
  landed(entries: readonly KeptEntry[]): void {
    this.#goOnBehind(entries);
    this.#overtaking = [];
  }

  /** Others wrote these, which follow what was known. */
  overtakenBy(entries: readonly KeptEntry[]): void {
    this.#goOnBehind(entries);
    this.#overtaking = entries;
  }

  /** What others wrote where this process was to write, if it follows the position; once. */
  takeOvertaking(after: number): readonly KeptEntry[] | undefined {
    const overtaking = this.#overtaking;
    if (overtaking[0]?.position !== after + 1) return undefined;
    this.#overtaking = [];
    return overtaking;
  }

  /** This process took it back to the mark. */
  wentBack(mark: JournalMark, reach: Reach): void {
    this.#reach = reach;
    this.#copy?.wentBack(mark, reach);
    this.#overtaking = [];
    this.#tail = reach.position;
    // Somebody else has restored it after that, and was heard before.
    if (this.#heard > reach.generation) this.#tail = unread;
    else this.#heard = reach.generation;
  }

  /** This process compacted it: what of its end is known stays so, unless that is all there is. */
  compacted({ reach, isFirst }: Compacted): void {
    const { generation, branches } = this.#reach;
    // That, or what others did to it after that, was looked at before the answer came.
    const isKnown = reach.generation === generation && reach.branches <= branches;
    if (reach.generation < generation || isKnown) return;
    const { position, hash } = isFirst ? reach : this.#reach;
    this.#reach = { ...reach, position, hash };
    this.#copy?.follow(this.#reach);
    this.#heard = Math.max(this.#heard, reach.generation);
    if (isFirst) this.#tail = position;
  }

  /** What was written last lies in the last branch, whoever compacted what was before. */
  #goOnBehind(entries: readonly KeptEntry[]): void {
    this.#copy?.put(this.#reach.path.at(-1)?.branch ?? 0, entries);
    const { position, hash } = entries.at(-1) ?? this.#reach;
    this.#reach = { ...this.#reach, position, hash };
  }
}
