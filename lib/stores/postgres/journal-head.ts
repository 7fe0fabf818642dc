import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import type { BranchHistory } from "../shared/branch-history.ts";
import type { Head } from "../shared/branched-store.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import type { Row } from "./database.ts";

/** The head of a journal in a database, as far as a process knows it. */
export interface PostgresHead extends Head {
  /** Generation that the last restore made. */
  readonly restored: number;
}

/** Returns the head in a row. */
export const readHead = (row: Row | undefined): PostgresHead => {
  if (row === undefined) throw damagedStoreError("the table head is empty");
  return {
    generation: Number(row["generation"]),
    restored: Number(row["restored"]),
    position: Number(row["position"]),
    hash: String(row["hash"]),
    branches: Number(row["branches"]),
    path: JSON.parse(String(row["path"])) as BranchHistory,
  };
};

/** Returns the entry in a row. */
export const readEntry = (row: Row): StoredEntry => ({
  position: Number(row["at"]),
  hash: String(row["entry_hash"]),
  text: String(row["entry"]),
  compacted: typeof row["compacted"] === "string" ? row["compacted"] : undefined,
});
