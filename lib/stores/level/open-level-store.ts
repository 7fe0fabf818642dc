import { existsSync } from "node:fs";
import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

import { ClassicLevel } from "classic-level";

import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { flag, requireOptions } from "../../ground/errors/options.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { damaged } from "../shared/errors.ts";
import { branchAt, firstOf } from "../shared/journal-path.ts";
import { damageOf, levelCodeOf, textOf } from "./errors.ts";
import { forget } from "./forget.ts";
import { readSnapshots } from "./level-marks.ts";
import { readPastHead, unwritten } from "./level-past.ts";
import { LevelStore } from "./level-store.ts";
import {
  damageKey,
  entryKey,
  hashIn,
  type Head,
  headKey,
  headText,
  pastHeadKey,
  type Reach,
  readHead,
} from "./records.ts";
import { upkeepOf } from "./upkeep.ts";
import { Witness } from "./witness.ts";

/** How a store is opened. */
export interface LevelStoreOptions {
  /** Whether one is made where there is none; so when absent. */
  readonly create?: boolean;
}

/**
 * The journal that is kept in a folder, which is made where there is none: an entry is on disk when it is acknowledged, and what was
 * reverted stays reverted. One process has it at a time. A fork of it is a copy in memory.
 *
 * Rejects with SERVICE_NOT_RUNNING where another process has it, with INVALID_ARGUMENT for a folder of something else or
 * one that cannot be written, and with LEDGER_API_INTERNAL_ERROR where it can be told at once that it is damaged; the rest is when it is
 * read. O(what was reverted since it was opened last).
 */
export const openLevelStore = async (
  folder: string,
  options: LevelStoreOptions = {},
): Promise<JournalStore> => {
  requireOptions(options, { create: flag });
  const { create = true } = options;
  if (create) await makeFolder(folder);
  else if (!existsSync(join(folder, journalFolder))) throw unusable(folder, "there is none");
  const database = await opened(folder);
  let witness: Witness | undefined;
  let past: ClassicLevel | undefined;
  try {
    witness = new Witness(join(folder, headFile));
    const head = await headOf(database, witness.told);
    const marks = await readSnapshots(database, head.marks);
    await forget(database, head, marks);
    past = await openedPast(join(folder, archiveFolder), head);
    const written = readPastHead(await past.get(pastHeadKey)) ?? unwritten;
    await makePrivate(folder);
    witness.tell(reachOf(head));
    const upkeep = upkeepOf(folder, [database, past]);
    return new LevelStore({ database, past, head, marks, witness, written, upkeep });
  } catch (error) {
    await witness?.close();
    await past?.close();
    await database.close();
    throw damageOf(error);
  }
};

/** Modes of what only the user who runs the process may read. */
const privateFolder = 0o700;
const privateFile = 0o600;

/** LevelDB makes files that everybody may read: their folders keep others out, also of those that it makes later. */
const makePrivate = async (folder: string): Promise<void> => {
  for (const name of [journalFolder, archiveFolder, headFile]) {
    const place = join(folder, name);
    if (name === headFile) {
      await chmod(place, privateFile);
      continue;
    }
    await chmod(place, privateFolder);
    for (const file of await readdir(place)) {
      // LevelDB deletes files at any time.
      await chmod(join(place, file), privateFile).catch(() => undefined);
    }
  }
};

const journalFolder = "journal";
const archiveFolder = "past";
const headFile = "head";

/** What is kept in folders of a kind. */
export interface FolderKind {
  readonly kind: string;
  /** What tells that it is one. */
  readonly holding: string;
  /** What may be left of one, and is of nobody else. */
  readonly left: readonly string[];
}

const ledgers: FolderKind = { kind: "ledger", holding: journalFolder, left: [] };

export const makeFolder = async (
  folder: string,
  { kind, holding, left }: FolderKind = ledgers,
): Promise<void> => {
  let found: readonly string[];
  try {
    await mkdir(folder, { recursive: true, mode: privateFolder });
    found = await readdir(folder);
  } catch (error) {
    throw unusable(folder, textOf(error), kind);
  }
  if (!found.includes(holding) && !found.every((name) => left.includes(name))) {
    throw unusable(folder, "it has other things in it", kind);
  }
};

export const unusable = (folder: string, why: string, kind = "ledger") =>
  ledgerError("INVALID_ARGUMENT", { cause: `${folder} is no folder with a ${kind}: ${why}.` });

const opened = async (folder: string): Promise<ClassicLevel> => {
  const database = new ClassicLevel(join(folder, journalFolder));
  try {
    await database.open();
    return database;
  } catch (error) {
    await database.close();
    switch (levelCodeOf(error)) {
      case "LEVEL_LOCKED":
        throw ledgerError("SERVICE_NOT_RUNNING", {
          cause: `The ledger in ${folder} is in use: another process, or another ledger of this one, has it open.`,
          context: { service_name: "journal store" },
        });
      case "LEVEL_CORRUPTION":
        throw damaged(textOf(error));
      default:
        throw unusable(folder, textOf(error));
    }
  }
};

/** What is in it follows from the journal: where it cannot be read, or is of another one, it is made anew. */
export const openedPast = async (
  location: string,
  head: Pick<Head, "path">,
): Promise<ClassicLevel> => {
  const past = await openPast(location);
  if (past !== undefined && (await isIntact(past, head).catch(() => false))) return past;
  await past?.close();
  await ClassicLevel.destroy(location);
  const anew = new ClassicLevel(location);
  await anew.open();
  return anew;
};

const isIntact = async (past: ClassicLevel, head: Pick<Head, "path">): Promise<boolean> => {
  const [kept, damage] = [await past.get(pastHeadKey), await past.get(damageKey)];
  return damage === undefined && isPastOf(head, kept);
};

/** Not of one that was compacted since it was begun: it would tell of entries that are gone. */
const isPastOf = ({ path }: Pick<Head, "path">, kept: string | undefined): boolean => {
  const written = readPastHead(kept);
  if (written === undefined) return false;
  return written.branch === 0 || written.first === firstOf(path);
};

const openPast = async (location: string): Promise<ClassicLevel | undefined> => {
  const past = new ClassicLevel(location);
  try {
    await past.open();
    return past;
  } catch (error) {
    await past.close();
    if (levelCodeOf(error) === "LEVEL_LOCKED") throw error;
    return undefined;
  }
};

const headOf = async (database: ClassicLevel, told: Reach | undefined): Promise<Head> => {
  const text = await database.get(headKey);
  if (text === undefined) return begun(database, told);
  const head = readHead(text);
  const { position, path } = head;
  const hash = position === 0 ? emptyHash : await hashAt(database, head, position);
  if (hash !== head.hash) throw damaged(`entry ${position} is not the one that was written last`);
  if (told === undefined) {
    if (position > 0) {
      throw damaged(`the file ${headFile}, which tells how far it had come, is gone`);
    }
    return head;
  }
  if (told.generation < head.generation) return head;
  if (told.generation > head.generation || told.position > position) {
    throw damaged(`it had come to entry ${told.position}, and ends with entry ${position}`);
  }
  const isKept = told.position >= firstOf(path);
  if (isKept && (await hashAt(database, head, told.position)) !== told.hash) {
    throw damaged(`entry ${told.position} is not the one that was written`);
  }
  return head;
};

const begun = async (database: ClassicLevel, told: Reach | undefined): Promise<Head> => {
  const [key] = await database.keys({ limit: 1 }).all();
  if (key !== undefined || (told !== undefined && told.position + told.generation > 0)) {
    throw damaged("its head is gone");
  }
  const path = [{ branch: 1, from: 1 }];
  const head = { generation: 0, position: 0, hash: emptyHash, path, branches: 1 };
  await database.put(headKey, headText(head), { sync: true });
  return head;
};

const hashAt = async (
  database: ClassicLevel,
  { path }: Head,
  position: number,
): Promise<string | undefined> => {
  const branch = branchAt(path, position);
  const value = branch === undefined ? undefined : await database.get(entryKey(branch, position));
  return value === undefined ? undefined : hashIn(value);
};

const reachOf = ({ generation, position, hash }: Head): Reach => ({ generation, position, hash });
