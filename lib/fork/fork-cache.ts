/**
 * Where what was read of a participant is kept: packages for ever, as their ids are the hashes of what they hold, and what a fork was
 * made of for the same offset and filter. No token is ever in it; contracts are.
 */
export interface ForkCache {
  /** Undefined for what is not there. Names are words and digits with `-`, `.` and `/`. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** All of it or nothing, whoever else writes the same. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}
