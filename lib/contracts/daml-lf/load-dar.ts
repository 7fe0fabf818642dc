import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  booleanOptionCheck,
  createCountOptionCheck,
  createObjectMembersCheck,
  createOptionsObjectCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../../base/errors/options.ts";
import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { Package } from "../engine/package.ts";
import { runSuspendableGenerator } from "../engine/suspension.ts";
import type { DarLoader } from "../packages/dar-loader.ts";
import { type PackageArchive, parseArchivePayload } from "./archive/archive.ts";
import { type DarLimits, decodeDar, defaultDarLimits } from "./archive/dar.ts";
import { readDarSources } from "./archive/dar-sources.ts";
import { checkDamlLfVersion } from "./archive/language-version.ts";
import { createPackageChecker } from "./check/check-package.ts";
import {
  decodePackage,
  decodePackageLazily,
  decodePreviouslyCheckedPackage,
} from "./decode/decode-package.ts";
import { DamlPackages } from "./engine/daml-packages.ts";
import { DamlEngine, type DamlEngineLimits, defaultDamlEngineLimits } from "./engine/engine.ts";
import { TracingDamlEngine } from "./engine/tracing-engine.ts";
import type { PackageCheckCache } from "./known/package-check-cache.ts";
import { precheckedPackages } from "./known/prechecked-packages.ts";
import { stablePackages } from "./known/stable-packages.ts";
import type { TraceListener } from "./runtime/traces.ts";
import type { LfPackage } from "./syntax/ast.ts";

/** Limits for DARs and their code. */
export interface DarLoadingOptions {
  readonly limits?: Partial<DamlEngineLimits & DarLimits>;
  /** Accept Daml-LF 2.dev. */
  readonly allowDev?: boolean;
  /**
   * Also decode and check packages that are known to pass: those of the language, of Splice and of the
   * token standard. The result is the same; the upload takes longer.
   */
  readonly checkKnownPackages?: boolean;
  /** Cache of packages that were checked before. Default: none. */
  readonly passedChecks?: PackageCheckCache | undefined;
}

const positiveCountCheck = createCountOptionCheck("steps, registers, bytes or entries", {
  from: 1,
});
const defaultLimits = { ...defaultDarLimits, ...defaultDamlEngineLimits };
export const damlEngineOptionChecks: OptionChecks<DarLoadingOptions> = {
  limits: createOptionsObjectCheck(
    Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, positiveCountCheck])),
  ),
  allowDev: booleanOptionCheck,
  checkKnownPackages: booleanOptionCheck,
  passedChecks: createObjectMembersCheck("an object with find and remember", "find", "remember"),
};

/** Loads DARs into one engine. */
export interface DamlLoader extends DarLoader {
  /**
   * Calls `listener` with every trace message of the Daml code of these packages, even if the submission
   * fails later, and again if the code runs again. A listener must not throw. Returns a function that
   * unsubscribes.
   */
  hearTraces(listener: TraceListener): () => void;
}

/**
 * Returns a loader for `createLedger({ daml })`. It reads DARs, checks all their code once, and runs it.
 */
export const createDamlLoader = (options: DarLoadingOptions = {}): DamlLoader => {
  requireWellFormedOptions(options, damlEngineOptionChecks);
  return createDamlLoaderWithPackages(options).loader;
};

/** A loader with its packages. */
interface OpenedLoader {
  readonly loader: DamlLoader;
  readonly packages: DamlPackages;
  /** Creates an engine that runs a failed submission again and records source locations. */
  readonly createTracingEngine: () => TracingDamlEngine;
  /**
   * Creates an engine that records source locations, with all limits and the trace listeners of the
   * loader's engine.
   */
  readonly createRecordingEngine: () => TracingDamlEngine;
}

/** Returns a loader together with its packages, for callers that need them. */
export const createDamlLoaderWithPackages = (options: DarLoadingOptions = {}): OpenedLoader => {
  const { allowDev = false, checkKnownPackages = false, passedChecks } = options;
  const packages = new DamlPackages();
  const limits = { ...defaultLimits, ...options.limits };
  const createTracingEngine = () => {
    // This engine runs a submission again without yielding to the event loop, so it may take at most as many steps as one action.
    const maxSteps = Math.min(limits.maxSteps, limits.maxActionSteps);
    return new TracingDamlEngine(packages, { ...limits, maxSteps });
  };
  const createRecordingEngine = () => {
    const recording = new TracingDamlEngine(packages, limits);
    recording.packages.program.traces.addListener((message) =>
      packages.program.traces.emit(message),
    );
    return recording;
  };
  const engine = new DamlEngine(packages, limits, {
    tracing: createTracingEngine,
    recording: createRecordingEngine,
  });
  const loaded = new Map<PackageId, Package>();
  const trusted = checkKnownPackages ? noPackages : precheckedPackages;

  /** Loads all packages or none: if one is refused, none of them is kept. */
  function* loadAll(
    archives: readonly PackageArchive[],
    dependencies: { readonly of: PackageId } | "known",
  ): Generator<number, readonly Package[]> {
    for (const archive of archives) {
      // A participant decodes the package before it refuses the version.
      if (archive.languageVersion === "2.dev" && !allowDev) decodePackage(archive);
      checkDamlLfVersion(archive, allowDev);
    }
    const fresh = new Map(
      archives
        .filter(({ packageId }) => !loaded.has(packageId))
        .map((archive) => [
          archive.packageId,
          decodeOrReusePackage(archive, trusted, passedChecks),
        ]),
    );
    const known = (packageId: PackageId): LfPackage | undefined =>
      packages.program.definitions.findPackage(packageId) ?? fresh.get(packageId);
    const own = new Set(archives.map(({ packageId }) => packageId));
    if (dependencies !== "known") checkClosure(dependencies.of, own, known);
    const isAvailable = (packageId: PackageId): boolean =>
      dependencies === "known" ? known(packageId) !== undefined : own.has(packageId);
    for (const packageId of own) checkDependencies(known(packageId), isAvailable);
    const unchecked = [...fresh.values()].filter(
      (lfPackage) => !trusted.has(lfPackage.packageId) && !packagesCheckedElsewhere.has(lfPackage),
    );
    yield* checkAll(unchecked, known);
    if (passedChecks !== undefined) recordPassedChecks(unchecked, passedChecks);
    for (const { packageId, payload } of archives) {
      const lfPackage = fresh.get(packageId);
      // Another load may have added the package in the meantime.
      if (lfPackage === undefined || loaded.has(packageId)) continue;
      cacheDecodedPackage(lfPackage);
      loaded.set(packageId, packages.add(lfPackage, engine, payload));
    }
    return archives.flatMap(({ packageId }) => loaded.get(packageId) ?? []);
  }

  const loader: DamlLoader = {
    load: (dar, quota) => {
      requireBytes(dar);
      const { main, archives } = decodeDar(dar, limits);
      const others = archives.filter(({ packageId }) => packageId !== main.packageId);
      const load = loadAll([main, ...others], { of: main.packageId });
      return runSuspendableGenerator(
        loadThenAddSources(load, () => packages.sources.add(main.packageId, readDarSources(dar))),
        quota,
      );
    },
    restore: (archives) =>
      runSuspendableGenerator(
        loadAll(
          archives.map((payload) => parseArchivePayload(payload)),
          "known",
        ),
      ),
    hearTraces: (listener) => packages.program.traces.addListener(listener),
  };
  return { loader, packages, createTracingEngine, createRecordingEngine };
};

/** Calls `addSources` after the packages are loaded. */
function* loadThenAddSources<T>(
  load: Generator<number, T>,
  addSources: () => void,
): Generator<number, T> {
  const loaded = yield* load;
  addSources();
  return loaded;
}

const noPackages: typeof precheckedPackages = new Map();

/**
 * Decoded packages that some engine uses, by package id. A package id is the hash of the package and its
 * dependencies, so a check is valid for every engine. Engines share nothing else.
 */
const decodedPackageCache = new Map<PackageId, WeakRef<LfPackage>>();

const decodedPackageRegistry = new FinalizationRegistry<PackageId>((packageId) => {
  if (decodedPackageCache.get(packageId)?.deref() === undefined) {
    decodedPackageCache.delete(packageId);
  }
});

const cacheDecodedPackage = (lfPackage: LfPackage): void => {
  const { packageId } = lfPackage;
  if (decodedPackageCache.get(packageId)?.deref() === lfPackage) return;
  decodedPackageCache.set(packageId, new WeakRef(lfPackage));
  decodedPackageRegistry.register(lfPackage, packageId);
};

/** Packages that passed the type checker in this process. */
const typeCheckedPackages = new WeakSet<LfPackage>();

/** Packages that passed the type checker in another process, according to `passedChecks`. */
const packagesCheckedElsewhere = new WeakSet<LfPackage>();

const decodeOrReusePackage = (
  archive: PackageArchive,
  trusted: typeof precheckedPackages,
  passedChecks: PackageCheckCache | undefined,
): LfPackage => {
  const { packageId } = archive;
  const before = decodedPackageCache.get(packageId)?.deref();
  const known = trusted.get(packageId);
  if (before !== undefined && (known !== undefined || typeCheckedPackages.has(before))) {
    return before;
  }
  if (known !== undefined) return decodePackageLazily(archive, known);
  if (passedChecks === undefined) return decodePackage(archive);
  if (before !== undefined && packagesCheckedElsewhere.has(before)) return before;
  const dependencies = passedChecks.find(packageId);
  if (dependencies === undefined) return decodePackage(archive);
  const lfPackage = decodePreviouslyCheckedPackage(archive, dependencies);
  packagesCheckedElsewhere.add(lfPackage);
  return lfPackage;
};

/** Checks the packages that were not checked before. */
function* checkAll(
  lfPackages: readonly LfPackage[],
  known: (packageId: PackageId) => LfPackage | undefined,
): Generator<number, void> {
  const fresh = lfPackages.filter((lfPackage) => !typeCheckedPackages.has(lfPackage));
  if (fresh.length === 0) return;
  const check = createPackageChecker(known);
  for (const lfPackage of fresh) {
    yield* check(lfPackage);
    typeCheckedPackages.add(lfPackage);
  }
}

const recordPassedChecks = (
  passed: readonly LfPackage[],
  passedChecks: PackageCheckCache,
): void => {
  for (const { packageId, dependencies } of passed) {
    if (passedChecks.find(packageId) === undefined) passedChecks.remember(packageId, dependencies);
  }
};

/**
 * Raises DAR_DEPENDENCIES_NOT_VALID if the DAR lacks a dependency of its main package or, from Daml-LF 2.2
 * on, contains other packages. Stable packages are always allowed.
 */
const checkClosure = (
  main: PackageId,
  own: ReadonlySet<PackageId>,
  known: (packageId: PackageId) => LfPackage | undefined,
): void => {
  const needed = new Set([main]);
  // The set grows during the iteration.
  for (const each of needed) {
    if (!own.has(each)) continue;
    for (const dependency of known(each)?.dependencies ?? []) needed.add(dependency);
  }
  const isExact = known(main)?.languageVersion !== "2.1";
  const missing = [...needed].filter((each) => !own.has(each) && !stablePackageIds.has(each));
  const extra = isExact
    ? [...own].filter((each) => !needed.has(each) && !stablePackageIds.has(each))
    : [];
  if (missing.length === 0 && extra.length === 0) return;
  const reasons = [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(", ")}`]),
    ...(extra.length === 0 ? [] : [`does not need ${extra.join(", ")}`]),
  ];
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `A DAR must contain its main package and the dependencies of this, and no other packages. The DAR of ${main} ${reasons.join(" and ")}.`,
    context: {
      mainPackageId: main,
      missingDependencies: `Set(${missing.join(", ")})`,
      extraDependencies: `Set(${extra.join(", ")})`,
    },
  });
};

const stablePackageIds: ReadonlySet<PackageId> = new Set(
  stablePackages.map(({ packageId }) => packageId),
);

const checkDependencies = (
  lfPackage: LfPackage | undefined,
  isAvailable: (packageId: PackageId) => boolean,
): void => {
  const missing = [...(lfPackage?.dependencies ?? [])].filter((each) => !isAvailable(each));
  if (lfPackage === undefined || missing.length === 0) return;
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `Package ${lfPackage.packageId} refers to ${missing.join(", ")}, which the DAR does not contain.`,
  });
};

/**
 * Checks the argument at run time: JavaScript programs may pass a file name. It does not use `instanceof`,
 * because test runners have their own Uint8Array class.
 */
const requireBytes = (dar: unknown): void => {
  if (ArrayBuffer.isView(dar)) return;
  const expected = "the bytes of a DAR, as readFileSync(file) returns them";
  throw createInvalidArgumentError({ field: "dar", expected, found: dar });
};
