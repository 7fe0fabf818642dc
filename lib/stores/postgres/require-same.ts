import { damaged } from "../kept/errors.ts";
import { firstOf } from "../kept/journal-path.ts";
import type { Look, Reach } from "./reach.ts";

/**
 * Raises LEDGER_API_INTERNAL_ERROR where a journal is no longer what was known of it, and what follows that: as when another server took the
 * place of one, without what that had acknowledged. A journal of a later generation may be any.
 */
export const requireSame = (known: Reach, { reach, from, fromHash }: Look): void => {
  const { generation, position } = known;
  if (reach.journal !== known.journal) throw damaged("another journal is in its place");
  const isSame = reach.generation === generation;
  if (reach.generation < generation || (isSame && reach.position < position)) {
    throw damaged(`it had come to entry ${position}, and ends with entry ${reach.position}`);
  }
  if (!isSame) return;
  const isEnd = reach.position === position;
  // What was compacted beyond that tells nothing of it.
  const isTold = from === position && position >= firstOf(reach.path);
  const hash = isEnd ? reach.hash : fromHash;
  if ((isEnd || isTold) && hash !== known.hash) {
    throw damaged(`entry ${position} is not the one that was written`);
  }
};
