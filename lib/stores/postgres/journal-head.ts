import { tryParseJson } from "../../base/values/json-object.ts";
import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import type { BranchHistory } from "../shared/branch-history.ts";
import type { JournalHead, NamedSnapshotRecords } from "../shared/branched-store.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import type { DatabaseRow } from "./database.ts";

/** Returns the branch that entries are appended to. A restore by any process starts another one. */
export const getLastBranch = ({ path }: JournalHead): number => path.at(-1)?.branch ?? 0;

/** Returns the head in a row. */
export const readJournalHead = (row: DatabaseRow | undefined): JournalHead => {
  if (row === undefined) throw damagedStoreError("the table head is empty");
  return {
    generation: Number(row["generation"]),
    position: Number(row["position"]),
    hash: String(row["hash"]),
    path: parseListColumn(row, "path") as BranchHistory,
  };
};

/** Returns the named snapshots in a row. */
export const readSnapshotRecords = (row: DatabaseRow | undefined): NamedSnapshotRecords =>
  parseListColumn(row, "snapshots") as NamedSnapshotRecords;

const parseListColumn = (row: DatabaseRow | undefined, name: "path" | "snapshots"): unknown => {
  const list = tryParseJson(String(row?.[name]));
  if (Array.isArray(list)) return list;
  throw damagedStoreError(`the column ${name} of the table head was changed`);
};

/** Returns the entry in a row. */
export const readEntry = (row: DatabaseRow): StoredEntry => ({
  position: Number(row["at"]),
  hash: String(row["entry_hash"]),
  text: String(row["entry"]),
  compacted: typeof row["compacted"] === "string" ? row["compacted"] : undefined,
});
