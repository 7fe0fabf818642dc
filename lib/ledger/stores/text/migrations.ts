/**
 * What turns the events of one version, as they were read, into those of the next. Events only ever gain optional
 * members and kinds within a version; whatever else changes makes a new one.
 */
export type Migration = (events: readonly unknown[]) => readonly unknown[];

/**
 * Of version 1 to 2, of 2 to 3 and so on. What was ever released can be read for ever: an entry is never taken out,
 * and `test/ledger/stores/text/versions` keeps a dump of each.
 */
export const migrations: readonly Migration[] = [];
