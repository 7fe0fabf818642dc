import { Bijection } from "./bijection.ts";
import { replaceIds } from "./ids.ts";

/** What of a recording corresponds to what of its replay, as far as it has come. */
export class Correspondence {
  readonly ids = new Bijection<string>();
  readonly offsets = new Bijection<number>();

  /** A recorded text, as it has to be sent. An id that was in no answer yet is the client's own, or was there before: it stays what it is. */
  sentText(text: string): string {
    return replaceIds(text, (id) => {
      const known = this.ids.replayed(id);
      if (known !== undefined) return known;
      this.ids.match(id, id);
      return id;
    });
  }

  /** A recorded text as it was answered here: ids that only the replay has met are given back to the recording. */
  recordedText(text: string): string {
    return replaceIds(text, (id) => this.ids.recorded(id) ?? id);
  }

  /** Between two offsets that are known, what lies in the recording lies in the replay as well. */
  sentOffset(offset: number): number {
    return this.offsets.replayed(offset) ?? offset;
  }

  /** Goes back to what was known before `attempt`, unless that says it was right. */
  attempt(attempt: () => boolean): boolean {
    const [ids, offsets] = [this.ids.size, this.offsets.size];
    if (attempt()) return true;
    this.ids.forget(ids);
    this.offsets.forget(offsets);
    return false;
  }

  /** What a trial learns is forgotten; `again` learns it anew. */
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
