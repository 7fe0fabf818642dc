import { createSafeFileName } from "../model/file-name.ts";
import type { PackageWithAssignedPaths } from "../model/layout.ts";
import { UniqueNameAssigner } from "../model/unique-name-assigner.ts";

/**
 * Determines the folders of packages and modules, in the layout of the official generator:
 * `<name>-<version>/lib/Main/Sub/module.js`.
 */
export class CompanionModulePaths {
  /** Package folders by package id. */
  readonly #folders: ReadonlyMap<string, string>;
  /** Module folders below `lib`, by `<package id>:<module>`. */
  readonly #modules = new Map<string, string>();

  constructor(packages: readonly PackageWithAssignedPaths[], taken: readonly string[]) {
    const folders = new UniqueNameAssigner(taken);
    this.#folders = new Map(
      packages.map(({ signature: { packageId, name, version } }) => [
        packageId,
        folders.reserveName(createSafeFileName(`${name}-${version}`)),
      ]),
    );
    for (const { signature, modules } of packages) {
      const paths = assignModuleFolders(modules.map(({ name }) => name));
      for (const [name, path] of paths) this.#modules.set(`${signature.packageId}:${name}`, path);
    }
  }

  getPackageFolder(packageId: string): string {
    return this.#folders.get(packageId) ?? packageId;
  }

  /** Returns the folder of a module, relative to the output folder. */
  getModuleFolder(packageId: string, module: string): string {
    return `${this.getPackageFolder(packageId)}/lib/${this.#modules.get(`${packageId}:${module}`) ?? module}`;
  }
}

/** Returns the folder of each module. Folders differ even if case is ignored. */
export const assignModuleFolders = (modules: readonly string[]): ReadonlyMap<string, string> => {
  const folders = new Map<string, { readonly path: string; readonly free: UniqueNameAssigner }>();
  const root = { path: "", free: new UniqueNameAssigner() };
  const folderOf = (parts: readonly string[]): typeof root => {
    if (parts.length === 0) return root;
    const name = parts.join(".");
    const known = folders.get(name);
    if (known !== undefined) return known;
    const parent = folderOf(parts.slice(0, -1));
    const own = parent.free.reserveName(createSafeFileName(parts.at(-1) ?? ""));
    const made = {
      path: parent.path === "" ? own : `${parent.path}/${own}`,
      free: new UniqueNameAssigner(),
    };
    folders.set(name, made);
    return made;
  };
  return new Map(modules.map((name) => [name, folderOf(name.split(".")).path]));
};

/** Returns the relative path from one folder to another, such as `../../x`. */
export const computeRelativePath = (from: string, to: string): string => {
  const [one, other] = [from.split("/"), to.split("/")];
  let common = 0;
  while (common < one.length && common < other.length && one[common] === other[common]) common++;
  const up = one.slice(common).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...other.slice(common)].join("/");
};
