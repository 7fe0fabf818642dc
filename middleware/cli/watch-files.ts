import { watch } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";

/** How long nothing may change before it is told: editors write in several steps. */
const quietMillis = 100;

const moduleEnds = new Set([".js", ".mjs", ".ts", ".mts"]);

/**
 * Tells when one of the files has changed, been replaced or come back; of a module also when one beside it has, and of any
 * when a DAR beside it has. Folders are watched, as editors put new files in the place of old ones. Ends with the result.
 */
export const watchFiles = (files: readonly string[], changed: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, quietMillis);
  };
  const watchers = [...byFolder(files)].map(([folder, names]) =>
    watch(folder, (_event, name) => {
      if (name === null || concerns(names, name)) tell();
      // A folder that is gone tells nothing any more.
    }).on("error", () => undefined),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};

const byFolder = (files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(resolve(file));
    const names = folders.get(folder) ?? new Set();
    folders.set(folder, names.add(basename(file)));
  }
  return folders;
};

const concerns = (names: ReadonlySet<string>, name: string): boolean => {
  const end = extname(name).toLowerCase();
  if (names.has(name) || end === ".dar") return true;
  return moduleEnds.has(end) && [...names].some((each) => moduleEnds.has(extname(each)));
};
