import { fileName } from "../model/file-name.ts";
import { FreeNames } from "../model/free-names.ts";
import type { LaidOutPackage } from "../model/layout.ts";

/** Where packages and modules lie, as the official generator lays them out: `<name>-<version>/lib/Main/Sub/module.js`. */
export class CompanionPaths {
  /** Folders of packages by their ids. */
  readonly #folders: ReadonlyMap<string, string>;
  /** Folders of modules below `lib`, by `<package id>:<module>`. */
  readonly #modules = new Map<string, string>();

  constructor(packages: readonly LaidOutPackage[], taken: readonly string[]) {
    const folders = new FreeNames(taken);
    this.#folders = new Map(
      packages.map(({ signature: { packageId, name, version } }) => [
        packageId,
        folders.take(fileName(`${name}-${version}`)),
      ]),
    );
    for (const { signature, modules } of packages) {
      const paths = modulePaths(modules.map(({ name }) => name));
      for (const [name, path] of paths) this.#modules.set(`${signature.packageId}:${name}`, path);
    }
  }

  folderOf(packageId: string): string {
    return this.#folders.get(packageId) ?? packageId;
  }

  /** From the root of all, without the file. */
  moduleFolder(packageId: string, module: string): string {
    return `${this.folderOf(packageId)}/lib/${this.#modules.get(`${packageId}:${module}`) ?? module}`;
  }
}

/** The folders of modules, none of which are equal where case does not count. */
export const modulePaths = (modules: readonly string[]): ReadonlyMap<string, string> => {
  const folders = new Map<string, { readonly path: string; readonly free: FreeNames }>();
  const root = { path: "", free: new FreeNames() };
  const folderOf = (parts: readonly string[]): typeof root => {
    if (parts.length === 0) return root;
    const name = parts.join(".");
    const known = folders.get(name);
    if (known !== undefined) return known;
    const parent = folderOf(parts.slice(0, -1));
    const own = parent.free.take(fileName(parts.at(-1) ?? ""));
    const made = {
      path: parent.path === "" ? own : `${parent.path}/${own}`,
      free: new FreeNames(),
    };
    folders.set(name, made);
    return made;
  };
  return new Map(modules.map((name) => [name, folderOf(name.split(".")).path]));
};

/** `../../x` from one folder to another, both from the same root. */
export const relativePath = (from: string, to: string): string => {
  const [one, other] = [from.split("/"), to.split("/")];
  let common = 0;
  while (common < one.length && common < other.length && one[common] === other[common]) common++;
  const up = one.slice(common).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...other.slice(common)].join("/");
};
