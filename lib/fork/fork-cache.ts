/**
 * Cache for data read from a participant. Packages stay valid forever because their ids are the
 * hashes of their content. Snapshots are stored per offset and filter. The cache contains
 * contracts, but never tokens.
 */
export interface ForkCache {
  /**
   * Returns undefined if the entry does not exist. Names consist of letters, digits, `-`, `.` and
   * `/`.
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Writes the entry atomically, also if another process writes the same entry. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}
