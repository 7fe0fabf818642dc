import type { Offset } from "../../base/identifiers/identifiers.ts";

/**
 * The snapshots of a ledger that are kept under names: state, journal and clock to come back to. A ledger that is kept in a store keeps
 * them there, so that they are there after a restart, and for every process that has the ledger open; one in memory keeps them as long as it is.
 *
 * What is kept is on disk until it is let go of, with all that was reverted or pruned since.
 */
export interface NamedSnapshots {
  /**
   * Keeps what is on the ledger under a name: 1 to 200 characters, none of them a control character, and not digits or dots alone. Durable once it
   * resolves; costs no more the more is on the ledger, but one answer of the store.
   *
   * Rejects with INVALID_ARGUMENT for a name that is none or is taken, and where a thousand are kept already; with SERVICE_NOT_RUNNING.
   */
  keep(name: string): Promise<NamedSnapshot>;
  /** All that are kept, the oldest first. Rejects with SERVICE_NOT_RUNNING, and with LEDGER_API_INTERNAL_ERROR for what is not as it was written. */
  list(): Promise<readonly NamedSnapshot[]>;
  /**
   * As `ledger.revert`, to what was kept under the name. O(1) where this process kept it or has gone back to it before; otherwise the
   * journal is read up to there, from the last checkpoint on that it came through.
   *
   * Rejects with UNKNOWN_RESOURCE, and with LEDGER_API_INTERNAL_ERROR for what is not as it was written; then the ledger stays as it is, though
   * others who share its journal may have to begin their streams again.
   */
  revert(name: string): Promise<NamedSnapshot>;
  /** Lets go of one. What nothing else has is gone from the disk with the next start. Rejects with UNKNOWN_RESOURCE. */
  forget(name: string): Promise<void>;
}

/** A snapshot that is kept under a name. */
export interface NamedSnapshot {
  readonly name: string;
  /** The named one that its journal came through last, behind what is pruned; undefined for the first of a branch, and where the store keeps none. */
  readonly after: string | undefined;
  /** Whether it is the one that the ledger as it is came through last, the newest of those at one place; false where the store keeps none. */
  readonly isPresent: boolean;
  readonly ledgerEnd: Offset;
  /** What the ledger's clock showed when it was taken, as in the API. */
  readonly time: string;
}
