import { watch } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";

/**
 * Time without further changes before a change is reported, in milliseconds: editors write in
 * several steps.
 */
const debounceMillis = 100;

const moduleExtensions = new Set([".js", ".mjs", ".ts", ".mts"]);

/**
 * Calls `changed` when a file was changed, replaced or created again. For a module, it also reports
 * changes of other modules in the module's folder. For every file, it reports changes of DARs in
 * the file's folder. Watches folders, because editors replace files. Returns a function that stops
 * watching.
 */
export const watchFiles = (files: readonly string[], changed: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, debounceMillis);
  };
  const watchers = [...groupByFolder(files)].map(([folder, names]) =>
    watch(folder, (_event, name) => {
      if (name === null || isRelevant(names, name)) report();
      // A deleted folder causes an error and no further events.
    }).on("error", () => undefined),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};

const groupByFolder = (files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(resolve(file));
    const names = folders.get(folder) ?? new Set();
    folders.set(folder, names.add(basename(file)));
  }
  return folders;
};

const isRelevant = (names: ReadonlySet<string>, name: string): boolean => {
  const end = extname(name).toLowerCase();
  if (names.has(name) || end === ".dar") return true;
  return (
    moduleExtensions.has(end) && [...names].some((each) => moduleExtensions.has(extname(each)))
  );
};
