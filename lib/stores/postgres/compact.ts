import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { firstOf, shortened } from "../kept/journal-path.ts";
import type { Journal } from "./journal.ts";
import { compactedHash } from "./kept-entry.ts";
import type { Reach } from "./reach.ts";

interface Compaction {
  /** How far the journal has come by now; rejects where it is not what this process knows of it. */
  readonly look: () => Promise<Reach>;
  readonly position: number;
  /** What stands for all up to there. */
  readonly text: string;
  /** Nothing is done to a journal of another. */
  readonly generation: number;
  readonly writer: string;
}

export interface Compacted {
  /** As it was looked at, with what was done to it. */
  readonly reach: Reach;
  /** Whether there was nothing before: the journal begins with it. */
  readonly isFirst: boolean;
}

/**
 * Puts an entry in the place of all up to a position. Undefined, with nothing done, where somebody else restored the journal meanwhile, or it has no such
 * position. Rejects as `look` and {@link Journal.ask} do.
 */
export const compactJournal = async (
  journal: Journal,
  { look, position, text, generation, writer }: Compaction,
): Promise<Compacted | undefined> => {
  for (;;) {
    const reach = await look();
    const isFirst = reach.position === 0;
    const isThere = position >= firstOf(reach.path) && position <= reach.position;
    if (reach.generation !== generation || !(isFirst || isThere)) return undefined;
    const hash = isFirst ? emptyHash : await journal.hashAt(reach.path, position);
    const branches = reach.branches + 1;
    const path = shortened(reach.path, position, branches);
    const [row] = await journal.ask("compact", [
      generation,
      reach.branches,
      isFirst,
      JSON.stringify(path),
      position,
      hash,
      text,
      await compactedHash(position, hash, text),
      writer,
    ]);
    // Somebody else restored or compacted it just now: once more.
    if (row === undefined) continue;
    const compacted = { ...reach, generation: Number(row["now"]), branches, path };
    return { reach: isFirst ? { ...compacted, position, hash } : compacted, isFirst };
  }
};
