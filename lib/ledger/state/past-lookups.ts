import type { OlderEntries } from "../../base/collections/older-entries.ts";
import type { Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import { maxSignedRejections } from "./log.ts";
import { branchesOf, lost, type Past, type PastKind, type Reach } from "./past.ts";
import { pastEntry } from "./past-log.ts";

/** A lookup in the history archive by a text key. */
export abstract class PastLookup<K extends string, V> implements OlderEntries<K, V> {
  protected readonly past: Past;
  protected readonly prunedUpTo: Offset;
  readonly #branches: readonly Reach[];

  constructor(past: Past, prunedUpTo: Offset) {
    this.past = past;
    this.prunedUpTo = prunedUpTo;
    this.#branches = branchesOf(past.log);
  }

  abstract get(key: K): V | undefined;

  /**
   * Yields the values of a key in each branch, newest first, with the last valid offset of the
   * branch.
   */
  protected *found(kind: PastKind, key: string): Generator<Reach & { readonly text: string }> {
    for (const { branch, to } of this.#branches) {
      const text = this.past.reader.find(branch, kind, key);
      if (text !== undefined) yield { branch, to, text };
    }
  }

  /** Returns the offsets of a key, ascending. */
  protected offsets(kind: PastKind, key: string): readonly Offset[] {
    return [...this.found(kind, key)]
      .reverse()
      .flatMap(({ text, to }) => offsetsFrom(text).filter((offset) => offset <= to));
  }
}

const offsetsFrom = (text: string): readonly Offset[] => text.split(",").map(Number);

export class PastUpdates extends PastLookup<UpdateId, Offset> {
  get(updateId: UpdateId): Offset | undefined {
    const offset = this.offsets("update", updateId).at(-1);
    if (offset === undefined || offset <= this.prunedUpTo) return undefined;
    if (pastEntry(this.past, offset)?.update?.updateId === updateId) return offset;
    throw lost(this.past, `where update ${updateId} is`);
  }
}

export class PastChanges extends PastLookup<string, Completion> {
  get(change: string): Completion | undefined {
    const offset = this.offsets("change", change).at(-1);
    if (offset === undefined || offset <= this.prunedUpTo) return undefined;
    return pastEntry(this.past, offset)?.completion;
  }
}

/** Executions of signed transactions. Pruning keeps them. */
export class PastSigned extends PastLookup<string, Offset> {
  get(hash: string): Offset | undefined {
    return this.offsets("signed", hash).at(-1);
  }
}

/** Rejections of signed transactions. Pruning keeps them. */
export class PastRejections extends PastLookup<string, readonly Offset[]> {
  get(hash: string): readonly Offset[] | undefined {
    const offsets = this.offsets("rejected", hash);
    return offsets.length === 0 ? undefined : offsets.slice(-maxSignedRejections);
  }
}
