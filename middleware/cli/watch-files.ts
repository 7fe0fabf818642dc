import { watch } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";

/**
 * Time without further changes before a change is reported, in milliseconds: editors write in
 * several steps.
 */
const quietMillis = 100;

const moduleEnds = new Set([".js", ".mjs", ".ts", ".mts"]);

/**
 * Calls `changed` when a file was changed, replaced or created again; for a module also when a
 * module in its folder was, for any file when a DAR in its folder was. Watches folders, because
 * editors replace files. Returns a function that stops watching.
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
      // A deleted folder causes an error and no further events.
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
