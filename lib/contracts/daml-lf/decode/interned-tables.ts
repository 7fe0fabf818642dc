import { damlNameGrammar, matchesGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { PackageArchive } from "../archive/archive.ts";
import { malformedArchiveError } from "../archive/archive-protobuf-reader.ts";
import type { LfType, LfTypeKind } from "../syntax/ast.ts";

/**
 * The interned tables of one package, with the entries read so far. Messages refer to entries by index
 * (daml-lf.md 3.2, 3.3).
 */
export interface InternedTables {
  readonly packageId: PackageId;
  readonly languageVersion: string;
  /**
   * True from 2.2 on: binders and applications have exactly one item, and kinds and expressions are
   * interned.
   */
  readonly isFlat: boolean;
  readonly strings: string[];
  /** Indexes of the strings that were checked to be names. */
  readonly names: Set<number>;
  readonly dottedNames: (string | undefined)[];
  readonly kinds: LfTypeKind[];
  readonly types: (LfType | undefined)[];
  readonly imports: PackageId[];
  /** Source of entries that are not in the tables yet. */
  unread: InternedEntryReader;
  /** Collects the ids of the other packages that this package refers to. */
  readonly dependencies: Set<PackageId>;
  readonly references: InternedReferenceCache;
}

/** Reads entries that are not in the tables yet. Raises DAR_PARSE_ERROR for entries that do not exist. */
export interface InternedEntryReader {
  readDottedNameEntry(index: number): string;
  readType(index: number): LfType;
}

/** Returns tables without entries. */
export const createEmptyInternedTables = ({
  packageId,
  languageVersion,
}: Pick<PackageArchive, "packageId" | "languageVersion">): InternedTables => ({
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
    readDottedNameEntry: (index) => throwMissingInternedEntry("interned dotted name", index),
    readType: (index) => throwMissingInternedEntry("interned type", index),
  },
  dependencies: new Set(),
  references: new InternedReferenceCache(),
});

/** Raises DAR_PARSE_ERROR for an entry that does not exist. */
export const throwMissingInternedEntry = (what: string, index: number): never => {
  throw malformedArchiveError(`there is no ${what} ${index}`);
};

export const getInternedString = (tables: InternedTables, index: number): string =>
  tables.strings[index] ?? throwMissingInternedEntry("interned string", index);

/** Returns the name of a definition or variable. Raises DAR_PARSE_ERROR if it is not a valid name. */
export const getInternedName = (tables: InternedTables, index: number): string => {
  const name = getInternedString(tables, index);
  if (tables.names.has(index)) return name;
  if (!matchesGrammar(damlNameGrammar, name)) {
    throw malformedArchiveError(`${JSON.stringify(name)} is not a name`);
  }
  tables.names.add(index);
  return name;
};

export const getInternedDottedName = (tables: InternedTables, index: number): string =>
  tables.dottedNames[index] ?? tables.unread.readDottedNameEntry(index);

export const getInternedType = (tables: InternedTables, index: number): LfType =>
  tables.types[index] ?? tables.unread.readType(index);

export const getInternedKind = (tables: InternedTables, index: number): LfTypeKind =>
  tables.kinds[index] ?? throwMissingInternedEntry("interned kind", index);

export const getImportedPackage = (tables: InternedTables, index: number): PackageId =>
  tables.imports[index] ?? throwMissingInternedEntry("package import", index);

/** Caches the results of references, so that each long name is built only once. */
export class InternedReferenceCache {
  readonly #packages = new Map<PackageId, Map<number, ModuleDefinitionNameCache>>();
  readonly #types = new Map<TypeId, LfType>();

  /** Returns the cached references to a module. `module` is the index of its dotted name. */
  getModuleReferences(
    packageId: PackageId,
    module: number,
    tables: InternedTables,
  ): ModuleDefinitionNameCache {
    let modules = this.#packages.get(packageId);
    if (modules === undefined) {
      this.#packages.set(packageId, (modules = new Map<number, ModuleDefinitionNameCache>()));
    }
    let found = modules.get(module);
    if (found === undefined) {
      found = {
        prefix: `${packageId}:${getInternedDottedName(tables, module)}:`,
        names: new Map(),
      };
      modules.set(module, found);
    }
    return found;
  }

  /** Returns the type that consists of a data type without arguments. */
  getPlainType(id: TypeId): LfType {
    let type = this.#types.get(id);
    if (type === undefined) {
      type = { kind: "constructor", id, arguments: [] };
      this.#types.set(id, type);
    }
    return type;
  }
}

/** Cached references to the definitions of one module. */
export interface ModuleDefinitionNameCache {
  /** The prefix `<package>:<Module>:`. */
  readonly prefix: string;
  /** Full names by index of the dotted name. */
  readonly names: Map<number, string>;
}
