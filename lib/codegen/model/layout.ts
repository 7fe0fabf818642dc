import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { compareText } from "../../base/values/text.ts";
import type { PackageSignature } from "../../contracts/engine/package-signature.ts";
import { comparePackageVersions } from "../../contracts/packages/package-version.ts";
import { fileName } from "./file-name.ts";
import { FreeNames } from "./free-names.ts";

/** A package that files are generated for. */
export interface LaidOutPackage {
  readonly signature: PackageSignature;
  readonly folder: string;
  /** By their names, sorted. */
  readonly modules: readonly LaidOutModule[];
}

export interface LaidOutModule {
  readonly name: string;
  /** Without its end. */
  readonly file: string;
  /** Names of entities in the order of their definition: of data types, templates and interfaces. */
  readonly entities: ReadonlySet<string>;
}

/**
 * Which file is for which module: a folder for each package, a file for each module. No two paths are equal where case does not
 * count, and none is a device of Windows. The order of what is given changes nothing.
 */
export const layOut = (
  ids: Iterable<TypeId>,
  packageOf: (packageId: string) => PackageSignature | undefined,
): readonly LaidOutPackage[] => {
  const modules = new Map<string, Map<string, Set<string>>>();
  for (const id of ids) {
    const { packageId, qualifiedName } = splitTypeId(id);
    const [module = "", entity = ""] = qualifiedName.split(":");
    const ofPackage = entry(modules, packageId, () => new Map<string, Set<string>>());
    entry(ofPackage, module, () => new Set<string>()).add(entity);
  }
  const signatures = [...modules.keys()].flatMap((packageId) => packageOf(packageId) ?? []);
  const folders = new FreeNames();
  return inOrder(signatures).map(({ signature, name }) => ({
    signature,
    folder: folders.take(fileName(name)),
    modules: layOutModules(modules.get(signature.packageId) ?? new Map()),
  }));
};

const layOutModules = (
  modules: ReadonlyMap<string, ReadonlySet<string>>,
): readonly LaidOutModule[] => {
  const files = new FreeNames(["index", "package"]);
  return [...modules]
    .sort(([one], [other]) => compareText(one, other))
    .map(([name, entities]) => ({ name, file: files.take(fileName(name)), entities }));
};

/** The highest version of a name has the name for itself, as a ledger prefers it; others are told apart by their version. */
const inOrder = (signatures: readonly PackageSignature[]) => {
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

const entry = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};
