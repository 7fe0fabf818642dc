import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { ClassicLevel } from "classic-level";

import { booleanOptionCheck, requireWellFormedOptions } from "../../base/errors/options.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  findGaps,
  getFirstPosition,
  type JournalPath,
  type JournalPoint,
  startAtCompacted,
} from "../shared/branch-history.ts";
import type { JournalEnd } from "../shared/queued-journal.ts";
import { getLevelCode, invalidFolderError, isFull, openError } from "./errors.ts";
import { damageMark, emptyExtent, type StoredArchiveExtent } from "./history-archive.ts";
import { readJournalHash, recordEnd } from "./level-database.ts";
import { LevelStore } from "./level-store.ts";
import {
  archiveHeadKey,
  endKey,
  entryKey,
  headKey,
  headText,
  type LevelHead,
  readCheckedText,
  readHead,
  readSnapshots,
  snapshotsKey,
} from "./records.ts";

/** Options of {@link openLevelStore}. */
export interface LevelStoreOptions {
  /** True if a missing ledger is created, which is the default. */
  readonly create?: boolean;
}

const journalFolder = "journal";
const archiveFolder = "history";

/** Mode of the folders: only the user of the process may read their files. */
const privateFolder = 0o700;

/**
 * Opens the journal in a folder, and creates it if it is missing. An entry is on disk when it is
 * acknowledged. Only one process may have it open. A fork is a copy in memory.
 *
 * Rejects with SERVICE_NOT_RUNNING if another process has it open, if the disk is full, and if the
 * head, the newest entry or a file is damaged; other entries are checked when they are read.
 * Rejects with INVALID_ARGUMENT for a folder with other content, for one of another release, and
 * for one that cannot be written. O(entries that were reverted since the last opening).
 */
export const openLevelStore = async (
  folder: string,
  options: LevelStoreOptions = {},
): Promise<JournalStore> => {
  requireWellFormedOptions(options, { create: booleanOptionCheck });
  try {
    await prepareFolder(folder, options.create ?? true);
    return await openStore(folder);
  } catch (error) {
    throw openError(folder, error);
  }
};

const openStore = async (folder: string): Promise<JournalStore> => {
  const database = await openDatabase(join(folder, journalFolder));
  let archive: ClassicLevel | undefined;
  try {
    archive = await openArchive(join(folder, archiveFolder));
    const head = await readCheckedHead(database, await readChecked<JournalEnd>(archive, endKey));
    let written = await readArchiveExtent(archive, head);
    if (written === undefined) {
      await archive.close();
      archive = await openEmptyArchive(archive.location);
      written = emptyExtent;
    }
    const records = readSnapshots(await database.get(snapshotsKey), head);
    await deleteUnused(database, [head, ...records]);
    await recordEnd(archive, head);
    // LevelDB creates files that other users may read, and a copied folder may have any mode.
    for (const { location } of [database, archive]) await chmod(location, privateFolder);
    return new LevelStore({
      database,
      archive,
      head,
      records,
      written,
      size: () => computeFolderSize(folder),
    });
  } catch (error) {
    await archive?.close();
    await database.close();
    throw error;
  }
};

const prepareFolder = async (folder: string, create: boolean): Promise<void> => {
  if (create) {
    await mkdir(folder, { recursive: true, mode: privateFolder });
  } else if (!existsSync(join(folder, journalFolder))) {
    throw invalidFolderError(folder, `it has no folder ${journalFolder}`);
  }
  const names = await readdir(folder);
  if (!names.includes(journalFolder)) {
    if (names.includes(archiveFolder)) {
      throw damagedStoreError(`the folder ${journalFolder} is missing`);
    }
    if (names.length > 0) throw invalidFolderError(folder, "it contains other files");
  }
  const journal = join(folder, journalFolder);
  await mkdir(journal, { recursive: true, mode: privateFolder });
  const files = await readdir(journal);
  // LevelDB would start an empty database and delete the existing files.
  if (files.some((file) => /\.ldb$|^MANIFEST/u.test(file)) && !files.includes("CURRENT")) {
    throw damagedStoreError(`the file CURRENT in the folder ${journalFolder} is missing`);
  }
};

/**
 * Size of the in-memory buffer of LevelDB, in bytes. Keys of the archive come in random order. A
 * larger buffer makes larger files, which LevelDB merges less often.
 */
const archiveBuffer = 32 << 20;

const openDatabase = async (location: string, writeBufferSize?: number): Promise<ClassicLevel> => {
  await mkdir(location, { recursive: true, mode: privateFolder });
  const database = new ClassicLevel(location, writeBufferSize ? { writeBufferSize } : {});
  await database.open();
  return database;
};

/** Opens the history archive; a damaged one is emptied. */
const openArchive = async (location: string): Promise<ClassicLevel> => {
  const isDamaged = existsSync(join(location, damageMark));
  if (isDamaged || (await endedInCompaction(location))) return openEmptyArchive(location);
  try {
    return await openDatabase(location, archiveBuffer);
  } catch (error) {
    if (getLevelCode(error) === "LEVEL_LOCKED" || isFull(error)) throw error;
    return openEmptyArchive(location);
  }
};

/**
 * Returns true if the last process ended while LevelDB compacted a database. It may be damaged:
 * LevelDB aborts the process if it finds changed keys during compaction.
 */
const endedInCompaction = async (location: string): Promise<boolean> => {
  const log = await readFile(join(location, "LOG"), "utf8").catch(() => "");
  return log.lastIndexOf("Compacting") > log.lastIndexOf("compacted to");
};

/** Deletes the files of an archive, which may be damaged, and opens it again. */
const openEmptyArchive = async (location: string): Promise<ClassicLevel> => {
  await rm(location, { recursive: true, force: true });
  return openDatabase(location, archiveBuffer);
};

/**
 * Returns the extent of the archive; undefined if it is damaged or belongs to another journal, so
 * that it must be built again.
 */
const readArchiveExtent = async (
  archive: ClassicLevel,
  head: JournalPath,
): Promise<StoredArchiveExtent | undefined> => {
  try {
    if ((await archive.get(archiveHeadKey)) === undefined) return emptyExtent;
    const extent = await readChecked<StoredArchiveExtent>(archive, archiveHeadKey);
    return extent?.first === getFirstPosition(head) ? extent : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the value of a key with a checksum; undefined if it is missing or damaged. */
const readChecked = async <Value>(
  archive: ClassicLevel,
  key: string,
): Promise<Value | undefined> => {
  const stored = await archive.get(key).catch(() => undefined);
  const text = stored === undefined ? undefined : readCheckedText(key, stored);
  return text === undefined ? undefined : (JSON.parse(text) as Value);
};

/** Reads the head and compares it with the recorded end. */
const readCheckedHead = async (
  database: ClassicLevel,
  recorded: JournalEnd | undefined,
): Promise<LevelHead> => {
  const text = await database.get(headKey);
  if (text === undefined) return createHead(database, recorded);
  const stored = readHead(text);
  const head: LevelHead = { ...stored, path: startAtCompacted(stored), start: undefined };
  const { position, generation } = head;
  if ((await readJournalHash(database, head, position)) !== head.hash) {
    throw damagedStoreError(`the last entry, ${position}, was changed or is missing`);
  }
  if (recorded === undefined || recorded.generation < generation) return head;
  if (recorded.generation > generation || recorded.position > position) {
    throw damagedStoreError(
      `its newest state ended with entry ${recorded.position}, but the journal ends with entry ${position}`,
    );
  }
  const isThere = recorded.position >= getFirstPosition(head);
  if (isThere && (await readJournalHash(database, head, recorded.position)) !== recorded.hash) {
    throw damagedStoreError(`entry ${recorded.position} was changed or is missing`);
  }
  return head;
};

const createHead = async (
  database: ClassicLevel,
  recorded: JournalEnd | undefined,
): Promise<LevelHead> => {
  const [key] = await database.keys({ limit: 1 }).all();
  const { position = 0, generation = 0 } = recorded ?? {};
  if (key !== undefined || position + generation > 0) {
    throw damagedStoreError("its head is missing");
  }
  const path = [{ branch: 1, from: 1 }];
  const head: LevelHead = { generation: 0, position: 0, hash: emptyHash, path };
  await database.put(headKey, headText(head), { sync: true });
  return head;
};

/**
 * Deletes entries that neither the journal nor a named snapshot contains, and frees their space.
 * Marks (`JournalStore.mark`) of earlier processes are no longer valid and need no entries.
 */
const deleteUnused = async (
  database: ClassicLevel,
  journals: readonly JournalPoint[],
): Promise<void> => {
  for (const { after, before } of findGaps(journals)) {
    const gt = entryKey(after.branch, after.position);
    const lt = entryKey(before.branch, before.position);
    const [found] = await database.keys({ gt, lt, limit: 1 }).all();
    if (found === undefined) continue;
    await database.clear({ gt, lt });
    await database.compactRange(gt, lt);
  }
};

const computeFolderSize = async (folder: string): Promise<number> => {
  let size = 0;
  for (const file of await readdir(folder, { recursive: true })) {
    // LevelDB may delete a file at any time.
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.isFile() === true) size += found.size;
  }
  return size;
};
