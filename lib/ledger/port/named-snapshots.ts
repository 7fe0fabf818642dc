import type { Offset } from "../../base/identifiers/identifiers.ts";

/**
 * The named snapshots of a ledger: state, journal and clock that it can be reverted to. A ledger
 * with a store keeps them there: they outlast a restart, and every process that has the ledger open
 * sees them. A ledger in memory keeps them as long as it exists.
 *
 * A snapshot stays on disk until it is deleted, together with all entries in it that were reverted
 * or pruned since.
 */
export interface NamedSnapshots {
  /**
   * Takes a snapshot under a name of 1 to 200 characters, without control characters, and not only
   * digits or dots. Durable once it resolves. The cost does not depend on the size of the ledger.
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
   * Returns all named snapshots, oldest first. Rejects with SERVICE_NOT_RUNNING, and with
   * LEDGER_API_INTERNAL_ERROR if the stored data was changed.
   */
  list(): Promise<readonly NamedSnapshot[]>;
  /**
   * Reverts the ledger to a snapshot, like `ledger.revert`. O(1) if this process took the snapshot
   * or has reverted to it before. Otherwise the journal is read up to the snapshot, from the last
   * checkpoint before it.
   *
   * Rejects with UNKNOWN_RESOURCE, and with LEDGER_API_INTERNAL_ERROR if the stored data was
   * changed. Then the ledger stays as it is, but other processes that share its journal may have to
   * restart their streams.
   */
  revert(name: string): Promise<NamedSnapshot>;
  /**
   * Deletes a snapshot. Data that only the snapshot needs is deleted from disk at the next start.
   * Rejects with UNKNOWN_RESOURCE.
   */
  forget(name: string): Promise<void>;
}

/** A snapshot with a name. */
export interface NamedSnapshot {
  readonly name: string;
  /**
   * Name of the previous snapshot on the same branch of the journal, after the pruned part;
   * undefined for the first one, and if the store keeps none.
   */
  readonly after: string | undefined;
  /**
   * True for the newest snapshot that the current journal contains; false if the store keeps none.
   */
  readonly isPresent: boolean;
  readonly ledgerEnd: Offset;
  /** The time of the ledger's clock at the snapshot, as the API writes it. */
  readonly time: string;
}
