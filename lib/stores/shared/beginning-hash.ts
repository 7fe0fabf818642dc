import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";

/** What comes before the first entry of a journal: what is compacted begins one anywhere, and needs no hash of that. */
export const beginningHash = (position: number): string | undefined =>
  position === 1 ? emptyHash : undefined;
