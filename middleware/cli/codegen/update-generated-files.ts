import { readFile, rm } from "node:fs/promises";
import { join, normalize } from "node:path";

import { writeOutputFile } from "../output-file.ts";

/** A difference between the folder and the generated files. */
interface FileChange {
  readonly path: string;
  readonly kind: "missing" | "different" | "no longer generated";
}

/** Number of files that are read and written concurrently. */
const maxConcurrentFiles = 32;

/**
 * Returns the differences between a folder and its generated files; empty if it is up to date.
 * Files that were not generated are ignored.
 */
export const findGeneratedFileChanges = async (
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly FileChange[]> => {
  const found = await mapConcurrently(
    [...files],
    async ([path, text]): Promise<FileChange | undefined> => {
      const present = await readTextIfExists(join(folder, path));
      if (present === text) return undefined;
      return { path, kind: present === undefined ? "missing" : "different" };
    },
  );
  const left = (await listPreviouslyGeneratedFiles(folder)).filter((path) => !files.has(path));
  return [
    ...found.filter((change) => change !== undefined),
    ...left.map((path) => ({ path, kind: "no longer generated" as const })),
  ];
};

/** The numbers of files that a generation wrote and deleted. */
interface WrittenFiles {
  readonly written: number;
  readonly deleted: number;
}

/**
 * Writes the files that changed and deletes the formerly generated files that are no longer
 * generated. Other files stay. Rejects with INVALID_ARGUMENT if a file cannot be written.
 */
export const updateGeneratedFiles = async (
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<WrittenFiles> => {
  const changes = await findGeneratedFileChanges(folder, files);
  await mapConcurrently(changes, async ({ path }) => {
    const file = join(folder, path);
    const text = files.get(path);
    if (text === undefined) return rm(file, { force: true });
    return writeOutputFile(file, text);
  });
  const deleted = changes.filter(({ kind }) => kind === "no longer generated").length;
  return { written: changes.length - deleted, deleted };
};

/** Returns the files that the manifest lists; only those inside the folder. */
const listPreviouslyGeneratedFiles = async (folder: string): Promise<readonly string[]> => {
  const manifest = await readTextIfExists(join(folder, "manifest.json"));
  if (manifest === undefined) return [];
  try {
    const { files } = JSON.parse(manifest) as { readonly files?: unknown };
    return Array.isArray(files) ? files.filter(isWithin) : [];
  } catch {
    return [];
  }
};

const isWithin = (path: unknown): path is string =>
  typeof path === "string" &&
  /\.[jt]s$|^[^/\\]+\/package\.json$/u.test(path) &&
  !/^(?:\.\.|[/\\]|\w:)/u.test(normalize(path));

/** Returns the text of a file; undefined if it does not exist. */
const readTextIfExists = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
};

const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += maxConcurrentFiles) {
    results.push(...(await Promise.all(items.slice(index, index + maxConcurrentFiles).map(work))));
  }
  return results;
};
