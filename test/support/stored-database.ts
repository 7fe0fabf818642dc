import { join } from "node:path";

import { ClassicLevel } from "classic-level";

/**
 * Opens the database of a store in a folder that no process has open. Returns it and its keys; the
 * caller closes it.
 */
export const openStoredDatabase = async (folder: string) => {
  const database = new ClassicLevel(join(folder, "journal"));
  await database.open();
  return { database, keys: await database.keys().all() };
};
