import { invalidArgument } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  count,
  flag,
  objectWith,
  type OptionForms,
  optionsOf,
  requireOptions,
} from "../../base/errors/options.ts";
import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { Package } from "../engine/package.ts";
import { inSteps } from "../engine/suspension.ts";
import type { DarLoader } from "../packages/dar-loader.ts";
import { type Archive, openPayload } from "./archive/archive.ts";
import { type DarLimits, defaultDarLimits, readDar } from "./archive/dar.ts";
import { sourcesIn } from "./archive/dar-sources.ts";
import { checkLanguageVersion } from "./archive/language-version.ts";
import { packageChecker } from "./check/check-package.ts";
import { decodedAsPassed, decodedWhenAsked, decodePackage } from "./decode/decode-package.ts";
import { DamlPackages } from "./engine/daml-packages.ts";
import { DamlEngine, type DamlEngineLimits, defaultDamlEngineLimits } from "./engine/engine.ts";
import { TracingDamlEngine } from "./engine/tracing-engine.ts";
import { knownPackages } from "./known/known-packages.ts";
import type { PassedChecks } from "./known/passed-checks.ts";
import { stablePackages } from "./known/stable-packages.ts";
import type { TraceListener } from "./runtime/traces.ts";
import type { LfPackage } from "./syntax/ast.ts";

/** What DARs may hold, and what their code may do. */
export interface DamlOptions {
  readonly limits?: Partial<DamlEngineLimits & DarLimits>;
  /** Accept Daml-LF 2.dev. */
  readonly allowDev?: boolean;
  /**
   * Decode and check on upload also the packages that are known to pass: those of the language, of
   * Splice and of the token standard. The outcome is the same; the upload takes longer.
   */
  readonly checkKnownPackages?: boolean;
  /** What was checked before need not be checked again. Nothing is remembered when absent. */
  readonly passedChecks?: PassedChecks | undefined;
}

const limit = count("steps, registers, bytes or entries", { from: 1 });
const defaultLimits = { ...defaultDarLimits, ...defaultDamlEngineLimits };
export const damlForms: OptionForms<DamlOptions> = {
  limits: optionsOf(Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, limit]))),
  allowDev: flag,
  checkKnownPackages: flag,
  passedChecks: objectWith("an object with find and remember", "find", "remember"),
};

/** Loads DARs into one engine. */
export interface DamlLoader extends DarLoader {
  /**
   * Calls `listener` with every message that Daml code of these packages traces, when it does: also of
   * submissions that then fail, and again where code runs again. A listener must not throw. Gives what
   * makes it hear no more.
   */
  hearTraces(listener: TraceListener): () => void;
}

/** A loader without packages, for `createLedger({ daml })`: reads DARs, checks their code completely, once, and runs it.. */
export const createDamlLoader = (options: DamlOptions = {}): DamlLoader => {
  requireOptions(options, damlForms);
  return openDamlLoader(options).loader;
};

/** A loader with the packages that it loads: not for those who only load. */
export const openDamlLoader = (
  options: DamlOptions = {},
): { readonly loader: DamlLoader; readonly packages: DamlPackages } => {
  const { allowDev = false, checkKnownPackages = false, passedChecks } = options;
  const packages = new DamlPackages();
  const limits = { ...defaultLimits, ...options.limits };
  const engine = new DamlEngine(packages, limits, () => {
    // A second run does not let others go on in between.
    const maxSteps = Math.min(limits.maxSteps, limits.maxActionSteps);
    return new TracingDamlEngine(packages, { ...limits, maxSteps });
  });
  const loaded = new Map<PackageId, Package>();
  const trusted = checkKnownPackages ? noPackages : knownPackages;

  /** All or nothing: a package that is refused, and those that came with it, leave no trace. */
  function* loadAll(
    archives: readonly Archive[],
    dependencies: { readonly of: PackageId } | "known",
  ): Generator<number, readonly Package[]> {
    for (const archive of archives) {
      // A participant reads it before it refuses the version.
      if (archive.languageVersion === "2.dev" && !allowDev) decodePackage(archive);
      checkLanguageVersion(archive, allowDev);
    }
    const fresh = new Map(
      archives
        .filter(({ packageId }) => !loaded.has(packageId))
        .map((archive) => [archive.packageId, decoded(archive, trusted, passedChecks)]),
    );
    const known = (packageId: PackageId): LfPackage | undefined =>
      packages.program.definitions.package(packageId) ?? fresh.get(packageId);
    const own = new Set(archives.map(({ packageId }) => packageId));
    if (dependencies !== "known") checkClosure(dependencies.of, own, known);
    const isThere = (packageId: PackageId): boolean =>
      dependencies === "known" ? known(packageId) !== undefined : own.has(packageId);
    for (const packageId of own) checkDependencies(known(packageId), isThere);
    const unchecked = [...fresh.values()].filter(
      (lfPackage) => !trusted.has(lfPackage.packageId) && !rememberedPackages.has(lfPackage),
    );
    yield* checkAll(unchecked, known);
    if (passedChecks !== undefined) rememberAll(unchecked, passedChecks);
    for (const { packageId, payload } of archives) {
      const lfPackage = fresh.get(packageId);
      // Others may have come first in the meantime.
      if (lfPackage === undefined || loaded.has(packageId)) continue;
      rememberDecoded(lfPackage);
      loaded.set(packageId, packages.add(lfPackage, engine, payload));
    }
    return archives.flatMap(({ packageId }) => loaded.get(packageId) ?? []);
  }

  const loader: DamlLoader = {
    load: (dar, pace) => {
      requireBytes(dar);
      const { main, archives } = readDar(dar, limits);
      const others = archives.filter(({ packageId }) => packageId !== main.packageId);
      const load = loadAll([main, ...others], { of: main.packageId });
      return inSteps(
        withSources(load, () => packages.sources.add(main.packageId, sourcesIn(dar))),
        pace,
      );
    },
    restore: (archives) =>
      inSteps(
        loadAll(
          archives.map((payload) => openPayload(payload)),
          "known",
        ),
      ),
    hearTraces: (listener) => packages.program.traces.hear(listener),
  };
  return { loader, packages };
};

/** Calls `keep` once the packages are loaded. */
function* withSources<T>(load: Generator<number, T>, keep: () => void): Generator<number, T> {
  const loaded = yield* load;
  keep();
  return loaded;
}

const noPackages: typeof knownPackages = new Map();

/**
 * Packages that were found valid, or are known to be, as long as some engine uses them. An id is the
 * hash of a package and of all it refers to, so what was found once holds in every engine: this is the
 * one thing that engines share.
 */
const decodedPackages = new Map<PackageId, WeakRef<LfPackage>>();

const unusedPackages = new FinalizationRegistry<PackageId>((packageId) => {
  if (decodedPackages.get(packageId)?.deref() === undefined) decodedPackages.delete(packageId);
});

const rememberDecoded = (lfPackage: LfPackage): void => {
  const { packageId } = lfPackage;
  if (decodedPackages.get(packageId)?.deref() === lfPackage) return;
  decodedPackages.set(packageId, new WeakRef(lfPackage));
  unusedPackages.register(lfPackage, packageId);
};

/** Those of them that the checker has passed. */
const checkedPackages = new WeakSet<LfPackage>();

/** Those that have passed it in another process: only for who takes its word. */
const rememberedPackages = new WeakSet<LfPackage>();

const decoded = (
  archive: Archive,
  trusted: typeof knownPackages,
  passedChecks: PassedChecks | undefined,
): LfPackage => {
  const { packageId } = archive;
  const before = decodedPackages.get(packageId)?.deref();
  const known = trusted.get(packageId);
  if (before !== undefined && (known !== undefined || checkedPackages.has(before))) return before;
  if (known !== undefined) return decodedWhenAsked(archive, known);
  if (passedChecks === undefined) return decodePackage(archive);
  if (before !== undefined && rememberedPackages.has(before)) return before;
  const dependencies = passedChecks.find(packageId);
  if (dependencies === undefined) return decodePackage(archive);
  const lfPackage = decodedAsPassed(archive, dependencies);
  rememberedPackages.add(lfPackage);
  return lfPackage;
};

/** Checks those that were not checked before. */
function* checkAll(
  lfPackages: readonly LfPackage[],
  known: (packageId: PackageId) => LfPackage | undefined,
): Generator<number, void> {
  const fresh = lfPackages.filter((lfPackage) => !checkedPackages.has(lfPackage));
  if (fresh.length === 0) return;
  const check = packageChecker(known);
  for (const lfPackage of fresh) {
    yield* check(lfPackage);
    checkedPackages.add(lfPackage);
  }
}

const rememberAll = (passed: readonly LfPackage[], passedChecks: PassedChecks): void => {
  for (const { packageId, dependencies } of passed) {
    if (passedChecks.find(packageId) === undefined) passedChecks.remember(packageId, dependencies);
  }
};

/**
 * Raises DAR_DEPENDENCIES_NOT_VALID unless the DAR of a main package holds all that it depends on and, from
 * Daml-LF 2.2 on, nothing else; of the packages that are the same in every SDK it may hold any.
 */
const checkClosure = (
  main: PackageId,
  own: ReadonlySet<PackageId>,
  known: (packageId: PackageId) => LfPackage | undefined,
): void => {
  const needed = new Set([main]);
  // Grows while it is walked.
  for (const each of needed) {
    if (!own.has(each)) continue;
    for (const dependency of known(each)?.dependencies ?? []) needed.add(dependency);
  }
  const isExact = known(main)?.languageVersion !== "2.1";
  const missing = [...needed].filter((each) => !own.has(each) && !stableIds.has(each));
  const extra = isExact ? [...own].filter((each) => !needed.has(each) && !stableIds.has(each)) : [];
  if (missing.length === 0 && extra.length === 0) return;
  const reasons = [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(", ")}`]),
    ...(extra.length === 0 ? [] : [`does not need ${extra.join(", ")}`]),
  ];
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `A DAR holds its main package and all that depends on, nothing else; ${main} ${reasons.join(" and ")}.`,
    context: {
      mainPackageId: main,
      missingDependencies: `Set(${missing.join(", ")})`,
      extraDependencies: `Set(${extra.join(", ")})`,
    },
  });
};

const stableIds: ReadonlySet<PackageId> = new Set(stablePackages.map(({ packageId }) => packageId));

const checkDependencies = (
  lfPackage: LfPackage | undefined,
  isThere: (packageId: PackageId) => boolean,
): void => {
  const missing = [...(lfPackage?.dependencies ?? [])].filter((each) => !isThere(each));
  if (lfPackage === undefined || missing.length === 0) return;
  throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
    cause: `Package ${lfPackage.packageId} refers to ${missing.join(", ")}, which the DAR does not contain.`,
  });
};

/** Programs in JavaScript name the file. Test runners have a Uint8Array of their own, of which files are none. */
const requireBytes = (dar: unknown): void => {
  if (ArrayBuffer.isView(dar)) return;
  const expected = "the bytes of a DAR, as readFileSync(file) gives them";
  throw invalidArgument({ field: "dar", expected, found: dar });
};
