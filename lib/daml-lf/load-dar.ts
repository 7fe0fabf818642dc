import { ledgerError } from "../errors/ledger-error.ts";
import type { Package } from "../packages/package.ts";
import type { Archive } from "./archive.ts";
import { readDar, type DarLimits, defaultDarLimits } from "./dar.ts";
import { checkLanguageVersion, decodePackage } from "./decode-package.ts";
import { DamlEngine, defaultDamlEngineLimits, type DamlEngineLimits } from "./engine.ts";
import { DamlPackages } from "./packages.ts";

export interface DamlOptions {
  readonly limits?: Partial<DamlEngineLimits & DarLimits>;
  /** Accept Daml-LF 2.dev. */
  readonly allowDev?: boolean;
}

/** Loads DARs into one engine. */
export interface DamlLoader {
  /**
   * The packages of a DAR, the main one first. A package loaded before is given again, not decoded
   * again. Raises INVALID_DAR, INVALID_ZIP_ENTRY, ZIP_BOMB, DAR_PARSE_ERROR,
   * ALLOWED_LANGUAGE_VERSIONS, DAR_DEPENDENCIES_NOT_VALID.
   */
  load(dar: Uint8Array): readonly Package[];
}

export const createDamlLoader = (options: DamlOptions = {}): DamlLoader => {
  const packages = new DamlPackages();
  const engine = new DamlEngine(packages, { ...defaultDamlEngineLimits, ...options.limits });
  const loaded = new Map<string, Package>();
  const loadArchive = (archive: Archive): Package => {
    const known = loaded.get(archive.packageId);
    if (known !== undefined) return known;
    const added = packages.add(decodePackage(archive), engine, archive.bytes);
    loaded.set(archive.packageId, added);
    return added;
  };
  return {
    load: (dar) => {
      const { main, archives } = readDar(dar, { ...defaultDarLimits, ...options.limits });
      for (const archive of archives) checkLanguageVersion(archive, options.allowDev ?? false);
      const all = [main, ...archives.filter(({ packageId }) => packageId !== main.packageId)];
      const result = all.map(loadArchive);
      checkDependencies(result);
      return result;
    },
  };
};

const checkDependencies = (packages: readonly Package[]): void => {
  const present = new Set(packages.map(({ packageId }) => packageId));
  for (const { packageId, dependencies } of packages) {
    const missing = dependencies.filter((dependency) => !present.has(dependency));
    if (missing.length > 0)
      throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
        cause: `Package ${packageId} refers to ${missing.join(", ")}, which the DAR does not contain.`,
      });
  }
};
