import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { compareText } from "../../base/values/text.ts";
import type { PackageSignature } from "../../contracts/engine/package-signature.ts";
import { comparePackageVersions } from "../../contracts/packages/package-version.ts";
import { createSafeFileName } from "./file-name.ts";
import { UniqueNameAssigner } from "./unique-name-assigner.ts";

/** A package that files are generated for. */
export interface PackageWithAssignedPaths {
  readonly signature: PackageSignature;
  readonly folder: string;
  /** Sorted by name. */
  readonly modules: readonly GeneratedModuleLayout[];
}

export interface GeneratedModuleLayout {
  readonly name: string;
  /** The file name without extension. */
  readonly file: string;
  /** Names of data types, templates and interfaces, in order of definition. */
  readonly entities: ReadonlySet<string>;
}

/**
 * Assigns a folder to each package and a file to each module. Paths are unique even if case is ignored, and
 * none is a Windows device name. The result does not depend on the order of `ids`.
 */
export const assignPackagePaths = (
  ids: Iterable<TypeId>,
  packageOf: (packageId: string) => PackageSignature | undefined,
): readonly PackageWithAssignedPaths[] => {
  const modules = new Map<string, Map<string, Set<string>>>();
  for (const id of ids) {
    const { packageId, qualifiedName } = splitTypeId(id);
    const [module = "", entity = ""] = qualifiedName.split(":");
    const ofPackage = getOrCreateEntry(modules, packageId, () => new Map<string, Set<string>>());
    getOrCreateEntry(ofPackage, module, () => new Set<string>()).add(entity);
  }
  const signatures = [...modules.keys()].flatMap((packageId) => packageOf(packageId) ?? []);
  const folders = new UniqueNameAssigner();
  return assignFolderNames(signatures).map(({ signature, name }) => ({
    signature,
    folder: folders.reserveName(createSafeFileName(name)),
    modules: layOutModules(modules.get(signature.packageId) ?? new Map()),
  }));
};

const layOutModules = (
  modules: ReadonlyMap<string, ReadonlySet<string>>,
): readonly GeneratedModuleLayout[] => {
  const files = new UniqueNameAssigner(["index", "package"]);
  return [...modules]
    .sort(([one], [other]) => compareText(one, other))
    .map(([name, entities]) => ({
      name,
      file: files.reserveName(createSafeFileName(name)),
      entities,
    }));
};

/**
 * Sorts the packages and chooses a folder name for each. The highest version of a package gets the plain
 * name, because a ledger prefers it; other versions get their version as a suffix.
 */
const assignFolderNames = (signatures: readonly PackageSignature[]) => {
  const ordered = signatures.toSorted(
    (one, other) =>
      compareText(one.name, other.name) ||
      comparePackageVersions(other.version, one.version) ||
      compareText(one.packageId, other.packageId),
  );
  return ordered.map((signature, index) => ({
    signature,
    name:
      ordered[index - 1]?.name === signature.name
        ? `${signature.name}@${signature.version}`
        : signature.name,
  }));
};

const getOrCreateEntry = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};
