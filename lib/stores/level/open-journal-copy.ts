import { join } from "node:path";

import { ClassicLevel } from "classic-level";

import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { extentsOf, firstOf } from "../kept/journal-path.ts";
import { levelCodeOf, textOf } from "./errors.ts";
import { forget } from "./forget.ts";
import { type CopiedEntry, JournalCopy } from "./journal-copy.ts";
import { readPastHead, unwritten } from "./level-past.ts";
import { type FolderKind, makeFolder, openedPast, unusable } from "./open-level-store.ts";
import { copyHeadKey, damageKey, entryKey, hashIn, pastHeadKey, positionIn } from "./records.ts";
import type { KnownJournal } from "./whole-path.ts";

/** The journal in a database, as it is when its copy is opened. */
export interface CopiedJournal extends KnownJournal {
  /** Which it is. */
  readonly journal: string;
  readonly position: number;
  readonly branches: number;
  /** Of the journal up to a position; undefined where it has none. */
  readonly hashAt: (position: number) => Promise<string | undefined>;
}

const format = 1;
export const entriesFolder = "copy";
const pastFolder = "past";
const copies: FolderKind = { kind: "copy", holding: entriesFolder, left: [pastFolder] };

/**
 * A copy of the entries of a journal, in a folder that is made where there is none. What is in it stays as far as the journal has it; where that
 * disagrees, or cannot be read, all is made anew.
 *
 * Rejects with SERVICE_NOT_RUNNING where somebody has it open, and with INVALID_ARGUMENT for a folder of something else or one that cannot
 * be written.
 */
export const openJournalCopy = async (
  folder: string,
  journal: CopiedJournal,
): Promise<JournalCopy> => {
  await makeFolder(folder, copies);
  const found = await openEntries(folder);
  try {
    if (found !== undefined && (await isCopyOf(found, journal))) {
      const copy = await openedOn(found, folder, journal).catch(() => undefined);
      if (copy !== undefined) return copy;
    }
  } catch (error) {
    await found?.close();
    throw error;
  }
  // What cannot be read is made anew, too.
  await found?.close();
  return openedOn(await anew(folder, journal), folder, journal).catch((error: unknown) => {
    throw unusable(folder, textOf(error), copies.kind);
  });
};

const openedOn = async (
  database: ClassicLevel,
  folder: string,
  journal: CopiedJournal,
): Promise<JournalCopy> => {
  let past: ClassicLevel | undefined;
  try {
    await forget(database, journal, []);
    past = await openedPast(join(folder, pastFolder), journal);
    const written = readPastHead(await past.get(pastHeadKey)) ?? unwritten;
    return new JournalCopy({ folder, database, past, written, journal });
  } catch (error) {
    await past?.close();
    await database.close();
    throw error;
  }
};

const anew = async (folder: string, journal: CopiedJournal): Promise<ClassicLevel> => {
  try {
    // First: what follows from entries does not outlive them.
    await ClassicLevel.destroy(join(folder, pastFolder));
    await ClassicLevel.destroy(join(folder, entriesFolder));
    const database = new ClassicLevel(join(folder, entriesFolder));
    await database.open();
    await database.put(copyHeadKey, headText(journal), { sync: true });
    return database;
  } catch (error) {
    throw unusable(folder, textOf(error), copies.kind);
  }
};

/** Undefined where it cannot be read. */
const openEntries = async (folder: string): Promise<ClassicLevel | undefined> => {
  const database = new ClassicLevel(join(folder, entriesFolder));
  try {
    await database.open();
    return database;
  } catch (error) {
    await database.close();
    if (levelCodeOf(error) === "LEVEL_LOCKED") throw inUse(folder);
    return undefined;
  }
};

const inUse = (folder: string) =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The copy in ${folder} is in use: another process, or another ledger of this one, has it open. Each needs a folder of its own.`,
    context: { service_name: "journal store" },
  });

const headText = ({ journal }: CopiedJournal): string => JSON.stringify({ format, journal });

/** The last entry of the journal that it has; undefined where it is of another, or cannot be read. */
const lastIn = async (
  database: ClassicLevel,
  journal: CopiedJournal,
): Promise<Pick<CopiedEntry, "position" | "hash"> | undefined> => {
  try {
    if ((await database.get(copyHeadKey)) !== headText(journal)) return undefined;
    if ((await database.get(damageKey)) !== undefined) return undefined;
    const { path, position: end } = journal;
    for (const { branch, from, to } of extentsOf(path, firstOf(path), end).toReversed()) {
      const range = { gte: entryKey(branch, from), lte: entryKey(branch, to) };
      const [last] = await database.iterator({ ...range, reverse: true, limit: 1 }).all();
      if (last === undefined) continue;
      const [key, value] = last;
      return { position: positionIn(key), hash: hashIn(value) };
    }
    return { position: 0, hash: emptyHash };
  } catch {
    return undefined;
  }
};

/** By the hash of the last entry, which is of all before it. */
const isCopyOf = async (database: ClassicLevel, journal: CopiedJournal): Promise<boolean> => {
  const last = await lastIn(database, journal);
  if (last === undefined) return false;
  return last.position === 0 || (await journal.hashAt(last.position)) === last.hash;
};
