import { compareText } from "../../base/values/text.ts";
import type { PackageWithAssignedPaths } from "./layout.ts";
import { escapeReservedTypeName } from "./type-name.ts";

/** Finds the files of modules, and the names of schemas in them. */
export class GeneratedModuleLocator {
  readonly #schemas: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #folders: ReadonlyMap<string, string>;
  readonly #files: ReadonlyMap<string, string>;

  constructor(packages: readonly PackageWithAssignedPaths[]) {
    this.#folders = new Map(packages.map(({ signature, folder }) => [signature.packageId, folder]));
    this.#files = new Map(
      packages.flatMap(({ signature, modules }) =>
        modules.map(({ name, file }) => [`${signature.packageId}:${name}`, file]),
      ),
    );
    this.#schemas = new Map(
      packages.flatMap(({ signature, modules }) =>
        modules.map(({ name, entities }) => [
          `${signature.packageId}:${name}`,
          schemaNames(entities),
        ]),
      ),
    );
  }

  /**
   * Returns the name of a type's schema in its module. `Expr.Add` becomes `Expr__Add`, with more `_` if
   * that name is already used.
   */
  schemaName(packageId: string, module: string, entity: string): string {
    return this.#schemas.get(`${packageId}:${module}`)?.get(entity) ?? entity;
  }

  /** Returns the import path of a module from a module of the package `from`, without extension. */
  pathTo(packageId: string, module: string, from: string): string {
    const file = this.#files.get(`${packageId}:${module}`) ?? module;
    return packageId === from ? `./${file}` : `../${this.#folders.get(packageId) ?? ""}/${file}`;
  }
}

const schemaNames = (entities: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const names = [...entities].sort(compareText);
  const taken = new Set(names.map(escapeReservedTypeName));
  return new Map(
    names.map((entity) => {
      let free = escapeReservedTypeName(entity);
      if (!entity.includes(".")) return [entity, free];
      free = entity.replaceAll(".", "__");
      while (taken.has(free)) free += "_";
      taken.add(free);
      return [entity, free];
    }),
  );
};
