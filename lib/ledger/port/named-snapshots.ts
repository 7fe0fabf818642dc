import type { Offset } from "../../base/identifiers/identifiers.ts";

/**
 * The named snapshots of a ledger. Each has the state, journal and clock to which the ledger can be
 * reverted. A ledger with a store keeps them in the store, so that they outlast a restart, and
 * every process that has the ledger open can use them. A ledger in memory keeps them until it is
 * closed.
 *
 * A snapshot stays in the store until it is deleted, together with its journal entries, even if
 * these were reverted or pruned later.
 */
export interface NamedSnapshots {
  /**
   * Takes a snapshot under a name of 1 to 200 characters, without control characters, and not only
   * digits or dots. The snapshot is durable when the promise resolves. O(1).
   *
   * With `offset`, takes it of the ledger as it was before the first update or completion after
   * that offset. This reads the journal up to there. A manual clock goes back to the record time at
   * the offset.
   *
   * Rejects with INVALID_ARGUMENT for an invalid or taken name, for an offset that was pruned or
   * does not exist yet, and if there are a thousand already; with SERVICE_NOT_RUNNING.
   */
  keep(name: string, offset?: Offset): Promise<NamedSnapshot>;
  /**
   * Resolves to all named snapshots, oldest first. Rejects with SERVICE_NOT_RUNNING, and with
   * LEDGER_API_INTERNAL_ERROR if the stored data was changed.
   */
  list(): Promise<readonly NamedSnapshot[]>;
  /**
   * Reverts the ledger to a snapshot, like `ledger.revert`. O(1) if this process took the snapshot
   * or has reverted to it before. Otherwise it reads the journal from the last checkpoint before
   * the snapshot up to the snapshot.
   *
   * Rejects with UNKNOWN_RESOURCE, and with LEDGER_API_INTERNAL_ERROR if the stored data was
   * changed. In these cases the ledger does not change, but streams of other processes that share
   * its journal may fail and have to be restarted.
   */
  revert(name: string): Promise<NamedSnapshot>;
  /**
   * Deletes a snapshot. The data that only this snapshot needs is deleted from the store at the
   * next start. Rejects with UNKNOWN_RESOURCE.
   */
  forget(name: string): Promise<void>;
}

/** A snapshot with a name. */
export interface NamedSnapshot {
  readonly name: string;
  /**
   * Name of the previous snapshot on the same branch of the journal, after the pruned part.
   * Undefined for the first one, and for a ledger in memory.
   */
  readonly after: string | undefined;
  /**
   * True for the newest snapshot that is part of the current journal. Always false for a ledger in
   * memory.
   */
  readonly isPresent: boolean;
  readonly ledgerEnd: Offset;
  /** The time of the ledger's clock at the snapshot, as the API writes it. */
  readonly time: string;
}
