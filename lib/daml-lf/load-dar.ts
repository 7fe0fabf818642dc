import { ledgerError } from "../errors/ledger-error.ts";
import type { PackageId } from "../model/identifiers.ts";
import type { DarLoader } from "../packages/dar-loader.ts";
import type { Package } from "../packages/package.ts";
import { openPayload, type Archive } from "./archive.ts";
import type { LfPackage } from "./ast.ts";
import { packageChecker } from "./check-package.ts";
import { readDar, type DarLimits, defaultDarLimits } from "./dar.ts";
import { decodePackage } from "./decode-package.ts";
import { DamlEngine, defaultDamlEngineLimits, type DamlEngineLimits } from "./engine.ts";
import { languagePackages } from "./language-packages.ts";
import { checkLanguageVersion } from "./language-version.ts";
import { DamlPackages } from "./packages.ts";

export interface DamlOptions {
  readonly limits?: Partial<DamlEngineLimits & DarLimits>;
  /** Accept Daml-LF 2.dev. */
  readonly allowDev?: boolean;
}

/** Loads DARs into one engine. */
export type DamlLoader = DarLoader;

/** An engine without packages; what is loaded is checked completely, once. */
export const createDamlLoader = (options: DamlOptions = {}): DamlLoader => {
  const packages = new DamlPackages();
  const limits = { ...defaultDarLimits, ...defaultDamlEngineLimits, ...options.limits };
  const engine = new DamlEngine(packages, limits);
  const loaded = new Map<PackageId, Package>();

  /** All or nothing: a package that is refused, and those that came with it, leave no trace. */
  const loadAll = (archives: readonly Archive[]): readonly Package[] => {
    for (const archive of archives) checkLanguageVersion(archive, options.allowDev ?? false);
    const fresh = archives.filter(({ packageId }) => !loaded.has(packageId));
    const decoded = fresh.map(
      (archive) => [archive, checkedBefore(archive.packageId) ?? decodePackage(archive)] as const,
    );
    const known = (packageId: PackageId): LfPackage | undefined =>
      packages.program.definitions.package(packageId) ??
      decoded.find(([archive]) => archive.packageId === packageId)?.[1];
    for (const [, lfPackage] of decoded) checkDependencies(lfPackage, known);
    const check = packageChecker(known);
    for (const [{ packageId }, lfPackage] of decoded) {
      if (checkedBefore(packageId) !== undefined) continue;
      if (!languagePackages.has(packageId)) check(lfPackage);
      checkedPackages.set(packageId, new WeakRef(lfPackage));
    }
    for (const [archive, lfPackage] of decoded)
      loaded.set(archive.packageId, packages.add(lfPackage, engine, archive.payload));
    return archives.flatMap(({ packageId }) => loaded.get(packageId) ?? []);
  };

  return {
    load: (dar) => {
      const { main, archives } = readDar(dar, limits);
      const others = archives.filter(({ packageId }) => packageId !== main.packageId);
      return loadAll([main, ...others]);
    },
    restore: (archives) => loadAll(archives.map((payload) => openPayload(payload))),
  };
};

/**
 * Packages that were decoded and found valid, as long as some engine uses them. An id is the hash of a
 * package and of all it refers to, so what was found once holds in every engine.
 */
const checkedPackages = new Map<PackageId, WeakRef<LfPackage>>();

const checkedBefore = (packageId: PackageId): LfPackage | undefined =>
  checkedPackages.get(packageId)?.deref();

const checkDependencies = (
  { packageId, dependencies }: LfPackage,
  known: (packageId: PackageId) => LfPackage | undefined,
): void => {
  const missing = [...dependencies].filter((dependency) => known(dependency) === undefined);
  if (missing.length === 0) return;
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `Package ${packageId} refers to ${missing.join(", ")}, which the DAR does not contain.`,
    resources: missing.map((each) => ["PACKAGE", each] as const),
  });
};
