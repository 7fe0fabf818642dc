import { Bijection } from "./bijection.ts";
import { replaceIds } from "./ids.ts";

/** Maps ids and offsets of a recording to those of its replay. */
export class IdMapping {
  readonly ids = new Bijection<string>();
  readonly offsets = new Bijection<number>();

  /**
   * Returns a recorded text with replayed ids, for sending. An id that no answer has contained is an id of
   * the client, or is older than the recording; it maps to itself.
   */
  sentText(text: string): string {
    return replaceIds(text, (id) => {
      const known = this.ids.replayed(id);
      if (known !== undefined) return known;
      this.ids.match(id, id);
      return id;
    });
  }

  /** Returns a replayed text with the recorded ids in place of the replayed ones. */
  recordedText(text: string): string {
    return replaceIds(text, (id) => this.ids.recorded(id) ?? id);
  }

  /** Returns the replayed offset for a recorded one; an unmapped offset is returned unchanged. */
  sentOffset(offset: number): number {
    return this.offsets.replayed(offset) ?? offset;
  }

  /** Runs `attempt`, and undoes its additions to the mapping if it returns false. */
  attempt(attempt: () => boolean): boolean {
    const [ids, offsets] = [this.ids.size, this.offsets.size];
    if (attempt()) return true;
    this.ids.forget(ids);
    this.offsets.forget(offsets);
    return false;
  }

  /** Runs `trial` and undoes its additions to the mapping. Calling `again` restores them. */
  trial<Result>(trial: () => Result): { readonly result: Result; readonly again: () => void } {
    const [idsBefore, offsetsBefore] = [this.ids.size, this.offsets.size];
    const result = trial();
    const ids = this.ids.forget(idsBefore);
    const offsets = this.offsets.forget(offsetsBefore);
    return {
      result,
      again: () => {
        for (const [recorded, replayed] of ids) this.ids.match(recorded, replayed);
        for (const [recorded, replayed] of offsets) this.offsets.match(recorded, replayed);
      },
    };
  }
}
