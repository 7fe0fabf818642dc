import { compareText } from "../../base/values/text.ts";
import { typeWords } from "../model/type-name.ts";
import { fits } from "./lines.ts";

/** Where a type of another module is, and what it is called there. */
export interface Foreign {
  /** Of the file, without its end. */
  readonly path: string;
  /** To tell it from others of the name. */
  readonly module: string;
  readonly name: string;
  /** Whether it is imported for more than its type. */
  readonly isValue?: boolean;
}

/**
 * The names of one generated module: its own first, as they are called in Daml; then what it imports, by another name where
 * that is taken.
 */
export class ModuleScope {
  readonly #taken: Set<string>;
  /** Local names by imported ones, by paths. */
  readonly #imports = new Map<string, Map<string, Imported>>();

  /** Takes names of types and of type parameters. */
  constructor(own: Iterable<string>) {
    this.#taken = new Set([...own, ...typeWords]);
  }

  /** A type of another module as it is called here. */
  foreign({ path, module, name, isValue = false }: Foreign): string {
    return this.#import(path, name, !isValue, `${module.replaceAll(".", "_")}_${name}`);
  }

  /** Something that all generated modules are made with. */
  shared(path: string, name: string, isType: boolean): string {
    return this.#import(path, name, isType, `${name}_`);
  }

  /** A name of its own for something that the module itself declares or imports. */
  own(name: string): string {
    return this.#free(name);
  }

  /** The imports as text, sorted; needless to say, none that is not used. */
  text(end: string): string {
    return (
      [...this.#imports]
        .sort(([one], [other]) => depth(other) - depth(one) || compareText(one, other))
        // What is no path is a package.
        .map(([path, names]) =>
          importText(path.startsWith(".") ? path + end : path, [...names.values()]),
        )
        .join("")
    );
  }

  #import(path: string, name: string, isType: boolean, other: string): string {
    const names = this.#imports.get(path) ?? new Map<string, Imported>();
    this.#imports.set(path, names);
    const known = names.get(name);
    if (known !== undefined) return known.local;
    const local = this.#free(this.#taken.has(name) ? other : name);
    names.set(name, { name, local, isType });
    return local;
  }

  #free(name: string): string {
    let free = name;
    while (this.#taken.has(free)) free += "_";
    this.#taken.add(free);
    return free;
  }
}

interface Imported {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

const depth = (path: string): number => path.split("../").length;

const importText = (path: string, names: readonly Imported[]): string => {
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
  if (fits(line)) return `${line}\n`;
  return `${head} {\n${parts.map((part) => `  ${part},\n`).join("")}} from "${path}";\n`;
};
