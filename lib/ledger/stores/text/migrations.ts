/**
 * Converts the parsed events of one version to those of the next. Within a version, only optional
 * members and new kinds are added; any other change needs a new version.
 */
export type Migration = (events: readonly unknown[]) => readonly unknown[];

/**
 * Migrations from version 1 to 2, from 2 to 3 and so on. Never remove one: every released version
 * must stay readable. `test/ledger/stores/text/versions` has a dump of each version.
 */
export const migrations: readonly Migration[] = [];
