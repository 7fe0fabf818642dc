/**
 * A cache for data that was read from a participant. Packages in it stay valid, because their ids
 * are hashes of their content. Snapshots are stored for each offset and filter. The cache contains
 * contracts, but never tokens.
 */
export interface ForkCache {
  /**
   * Resolves to an entry; undefined if it does not exist. Names consist of letters, digits, `-`,
   * `.` and `/`.
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * Writes an entry. Must be atomic, even if another process writes the same entry at the same
   * time.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
}
