import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { ClassicLevel } from "classic-level";

import { levelCodeOf } from "./errors.ts";
import { entriesFolder } from "./open-journal-copy.ts";

/**
 * Deletes a copy of a journal in PostgreSQL, which is what `openPostgresStore` made of `copy`; false where a ledger has it open, and nothing is
 * deleted. Whoever opens it meanwhile begins another. Where this is interrupted, what is left is in a folder beside it. Rejects where it may not be deleted.
 */
export const removeCopy = async (folder: string): Promise<boolean> => {
  const aside = `${resolve(folder)}.deleted-${randomUUID()}`;
  const database = new ClassicLevel(join(folder, entriesFolder));
  let isAside = false;
  try {
    // Whoever has it open holds its lock. So nobody opens it while it is still where it is looked for.
    await database.open({ createIfMissing: false });
    isAside = !isWindows && (await putAside(folder, aside));
  } catch (error) {
    if (levelCodeOf(error) === "LEVEL_LOCKED") return false;
  } finally {
    await database.close();
  }
  if (!isAside && !(await putAside(folder, aside))) return false;
  await rm(aside, { recursive: true, force: true });
  return true;
};

/** Where nothing is renamed that is open: that tells as well who has it. */
const isWindows = process.platform === "win32";

/** False where somebody has it open; true where it is not there either. */
const putAside = async (folder: string, aside: string): Promise<boolean> => {
  try {
    await rename(folder, aside);
  } catch (error) {
    if (isWindows && codeOf(error) !== "ENOENT") return false;
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return true;
};

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
