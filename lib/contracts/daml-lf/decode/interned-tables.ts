import { fits, nameString } from "../../../base/identifiers/identifier-syntax.ts";
import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Archive } from "../archive/archive.ts";
import { malformedArchive } from "../archive/message-reader.ts";
import type { Kind, LfType } from "../syntax/ast.ts";

/**
 * The interned tables of one package; decoding refers to them by index (daml-lf.md 3.2, 3.3). They hold
 * the entries that are read so far.
 */
export interface Tables {
  readonly packageId: PackageId;
  readonly languageVersion: string;
  /** From 2.2 on there is one of everything in a place, and kinds and expressions are interned. */
  readonly isFlat: boolean;
  readonly strings: string[];
  /** The indices of the strings that are known to be names. */
  readonly names: Set<number>;
  readonly dottedNames: (string | undefined)[];
  readonly kinds: Kind[];
  readonly types: (LfType | undefined)[];
  readonly imports: PackageId[];
  /** Where what is not among them is looked for. */
  unread: UnreadEntries;
  /** Collects the packages that references name. */
  readonly dependencies: Set<PackageId>;
  readonly references: References;
}

/** Entries that are not in their tables yet. Raises DAR_PARSE_ERROR for those that do not exist. */
export interface UnreadEntries {
  dottedName(index: number): string;
  type(index: number): LfType;
}

/** Tables without entries. */
export const emptyTables = ({
  packageId,
  languageVersion,
}: Pick<Archive, "packageId" | "languageVersion">): Tables => ({
  packageId,
  languageVersion,
  isFlat: languageVersion !== "2.1",
  strings: [],
  names: new Set(),
  dottedNames: [],
  kinds: [],
  types: [],
  imports: [],
  unread: {
    dottedName: (index) => noEntry("interned dotted name", index),
    type: (index) => noEntry("interned type", index),
  },
  dependencies: new Set(),
  references: new References(),
});

/** Raises DAR_PARSE_ERROR: a table does not have the entry. */
export const noEntry = (what: string, index: number): never => {
  throw malformedArchive(`there is no ${what} ${index}`);
};

export const stringAt = (tables: Tables, index: number): string =>
  tables.strings[index] ?? noEntry("interned string", index);

/** The name of something that is defined or bound. Raises DAR_PARSE_ERROR where it is none. */
export const nameAt = (tables: Tables, index: number): string => {
  const name = stringAt(tables, index);
  if (tables.names.has(index)) return name;
  if (!fits(nameString, name)) throw malformedArchive(`${JSON.stringify(name)} is no name`);
  tables.names.add(index);
  return name;
};

export const dottedNameAt = (tables: Tables, index: number): string =>
  tables.dottedNames[index] ?? tables.unread.dottedName(index);

export const typeAt = (tables: Tables, index: number): LfType =>
  tables.types[index] ?? tables.unread.type(index);

export const kindAt = (tables: Tables, index: number): Kind =>
  tables.kinds[index] ?? noEntry("interned kind", index);

export const importAt = (tables: Tables, index: number): PackageId =>
  tables.imports[index] ?? noEntry("package import", index);

/** What references stand for, so that each is put together once: names of types and values are long. */
export class References {
  readonly #packages = new Map<PackageId, Map<number, ModuleReferences>>();
  readonly #types = new Map<TypeId, LfType>();

  /** `module`: index of the dotted name. */
  module(packageId: PackageId, module: number, tables: Tables): ModuleReferences {
    let modules = this.#packages.get(packageId);
    if (modules === undefined) {
      this.#packages.set(packageId, (modules = new Map<number, ModuleReferences>()));
    }
    let found = modules.get(module);
    if (found === undefined) {
      found = { prefix: `${packageId}:${dottedNameAt(tables, module)}:`, names: new Map() };
      modules.set(module, found);
    }
    return found;
  }

  /** A data type without arguments. */
  plainType(id: TypeId): LfType {
    let type = this.#types.get(id);
    if (type === undefined) {
      type = { kind: "constructor", id, arguments: [] };
      this.#types.set(id, type);
    }
    return type;
  }
}

/** What references to the definitions of one module stand for. */
export interface ModuleReferences {
  /** `<package>:<Module>:` */
  readonly prefix: string;
  /** By index of the dotted name. */
  readonly names: Map<number, string>;
}
