import { compareText } from "../../base/values/text.ts";
import { reservedTypeWords } from "../model/type-name.ts";
import { fitsMaxLineLength } from "./lines.ts";

/** A name to import from another module. */
export interface NameToImport {
  /** Path of the file, without extension. */
  readonly path: string;
  /** Name of the module. It is the prefix of the local name if `name` is already used. */
  readonly module: string;
  readonly name: string;
  /** True if the import is used as a value, not only as a type. */
  readonly isValue?: boolean;
}

/**
 * Assigns the names in one generated module. Its own definitions keep their Daml names; an imported name
 * is renamed if it is already used.
 */
export class GeneratedModuleNameScope {
  readonly #taken: Set<string>;
  /** Local names by imported name, for each path. */
  readonly #imports = new Map<string, Map<string, ImportedName>>();

  /** Reserves the names of the module's types and type parameters. */
  constructor(reserveName: Iterable<string>) {
    this.#taken = new Set([...reserveName, ...reservedTypeWords]);
  }

  /** Imports a name of another module and returns its local name. */
  importName({ path, module, name, isValue = false }: NameToImport): string {
    return this.#addImport(path, name, !isValue, `${module.replaceAll(".", "_")}_${name}`);
  }

  /** Imports a name of the runtime code and returns its local name. */
  importRuntimeName(path: string, name: string, isType: boolean): string {
    return this.#addImport(path, name, isType, `${name}_`);
  }

  /** Reserves a name for a declaration or import that the caller prints. Returns it, with `_` appended if needed. */
  reserveName(name: string): string {
    return this.#reserveFreeName(name);
  }

  /** Returns the import statements, sorted. Only requested names are imported. */
  importStatements(end: string): string {
    return (
      [...this.#imports]
        .sort(
          ([one], [other]) =>
            countParentFolders(other) - countParentFolders(one) || compareText(one, other),
        )
        // An import that is not a relative path is a package and has no extension.
        .map(([path, names]) =>
          importText(path.startsWith(".") ? path + end : path, [...names.values()]),
        )
        .join("")
    );
  }

  #addImport(path: string, name: string, isType: boolean, other: string): string {
    const names = this.#imports.get(path) ?? new Map<string, ImportedName>();
    this.#imports.set(path, names);
    const known = names.get(name);
    if (known !== undefined) return known.local;
    const local = this.#reserveFreeName(this.#taken.has(name) ? other : name);
    names.set(name, { name, local, isType });
    return local;
  }

  #reserveFreeName(name: string): string {
    let free = name;
    while (this.#taken.has(free)) free += "_";
    this.#taken.add(free);
    return free;
  }
}

interface ImportedName {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

const countParentFolders = (path: string): number => path.split("../").length;

const importText = (path: string, names: readonly ImportedName[]): string => {
  const onlyTypes = names.every(({ isType }) => isType);
  const parts = names
    .toSorted(
      (one, other) =>
        compareText(one.name.toLowerCase(), other.name.toLowerCase()) ||
        compareText(one.name, other.name),
    )
    .map(({ name, local, isType }) => {
      const renamed = name === local ? name : `${name} as ${local}`;
      return isType && !onlyTypes ? `type ${renamed}` : renamed;
    });
  const head = onlyTypes ? "import type" : "import";
  const line = `${head} { ${parts.join(", ")} } from "${path}";`;
  if (fitsMaxLineLength(line)) return `${line}\n`;
  return `${head} {\n${parts.map((part) => `  ${part},\n`).join("")}} from "${path}";\n`;
};
