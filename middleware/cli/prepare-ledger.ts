import { basename } from "node:path";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import type { Fork } from "../../fixtures/fork/index.ts";
import {
  coinScenario,
  demoScenario,
  type FixtureStep,
  openScenarios,
  readScenarioFile,
  type Scenario,
} from "../../fixtures/index.ts";
import { createIdentityProvider } from "../../lib/api.ts";
import { amuletHistory } from "../../lib/history.ts";
import { type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { nearest } from "../../lib/internal.ts";
import type { JournalStore } from "../../lib/store.ts";
import { forkedLedger, impersonate } from "./forked-ledger.ts";
import { openDump } from "./open-dump.ts";
import { alone, openStore } from "./open-store.ts";
import { readDar } from "./read-dar.ts";
import type { Settings } from "./settings.ts";
import { shownPlace } from "./store-place.ts";

/** A ledger with something on it. */
export interface PreparedLedger {
  readonly ledger: Ledger;
  /** Names of what was loaded. */
  readonly loaded: readonly string[];
  /** What a fork was made of; undefined without one. */
  readonly fork: Fork | undefined;
}

const builtIn = [demoScenario, coinScenario];

type LedgerSettings = Pick<
  Settings,
  | "protocolVersion"
  | "precedence"
  | "synchronizers"
  | "commitDelayMillis"
  | "identityProviders"
  | "maxSelfAllocatedParties"
> &
  Partial<
    Pick<
      Settings,
      "apiVersion" | "store" | "from" | "fork" | "seed" | "dars" | "scripts" | "requests"
    >
  >;

/**
 * A ledger with the fixtures of these files on top of what the dump `from` or the participant `fork` has, or with the built-in scenarios when there is none
 * of them. It
 * always knows the packages of the built-in ones, `iou` and `coin`, tells the history of that coin and of
 * the real one, `splice-amulet`, and takes DARs: those of Daml-LF 2.dev, too, when its protocol
 * version is asked to be `dev`.
 *
 * The built-in scenarios lie in the past: once they are loaded the clock is the machine's. Files leave
 * it as they say. The identity providers come last. What is kept in the folder or database `store` is gone on with. Modules run anew when it is done again. Rejects as `openScenarios`
 * and `createIdentityProvider` and `openStore` do, and with INVALID_ARGUMENT for a dump or a DAR that is not there.
 */
export const prepareLedger = (
  files: readonly string[],
  settings: LedgerSettings,
  { isAgain = false }: PrepareOptions = {},
): Promise<PreparedLedger> =>
  settings.store === undefined
    ? beginLedger(files, settings, { isAgain })
    : keepLedger(settings.store, files, settings);

interface PrepareOptions {
  /** Whether modules may have changed since they were loaded. */
  readonly isAgain?: boolean;
}

/**
 * The ledger that is kept in a folder or a database. What is to be loaded goes onto a new one only, and where that fails, nothing is kept; of one that
 * is there already, it says which packages there are. Of processes that begin at once one loads, and the others go on with that.
 */
const keepLedger = async (
  place: string,
  files: readonly string[],
  settings: LedgerSettings,
): Promise<PreparedLedger> => {
  const store = await openStore(place);
  try {
    return await alone(store, () =>
      keepIn(store, files, { ...settings, store: shownPlace(place) }),
    );
  } catch (error) {
    await store.close();
    throw error;
  }
};

const keepIn = async (
  store: JournalStore,
  files: readonly string[],
  settings: LedgerSettings & { readonly store: string },
): Promise<PreparedLedger> => {
  if ((await store.position()) > 0) {
    const { ledger } = await beginLedger(files, settings, { store, goesOn: true });
    return { ledger, loaded: [settings.store], fork: undefined };
  }
  try {
    return await beginLedger(files, settings, { store });
  } catch (error) {
    // Where that cannot be done either, the first reason is the one to tell.
    await store.restore(store.mark(0)).catch(() => undefined);
    throw error;
  }
};

interface Beginning extends Pick<PrepareOptions, "isAgain"> {
  readonly store?: JournalStore;
  /** Whether the store has a ledger that everything is on already. */
  readonly goesOn?: boolean;
}

const beginLedger = async (
  files: readonly string[],
  {
    apiVersion,
    protocolVersion,
    precedence,
    synchronizers,
    commitDelayMillis,
    identityProviders,
    maxSelfAllocatedParties,
    from,
    fork: setting,
    seed = 1,
    dars = [],
    scripts = [],
    requests = false,
  }: LedgerSettings,
  { store, goesOn = false, isAgain = false }: Beginning,
): Promise<PreparedLedger> => {
  const dump = from === undefined ? undefined : await openDump(from);
  // Said of a file, and not of the step that it becomes.
  await Promise.all(dars.map(readNamedDar));
  const given = await Promise.all(
    files.map((file) => readScenarioFile(file, { isFresh: isAgain })),
  );
  const scenarios = [
    ...(dars.length === 0 ? [] : [darScenario(dars, await scriptSteps(scripts, dars))]),
    ...(given.length === 0 && dump === undefined && setting === undefined ? builtIn : given),
  ];
  const options = {
    packages: [...builtIn, ...scenarios].flatMap(({ packages }) => packages),
    history: [
      ...new Set([...builtIn, ...scenarios].flatMap(({ history }) => history)),
      amuletHistory,
    ],
    daml: createDamlLoader({ allowDev: protocolVersion === "dev" }),
    seed,
    ...(store === undefined ? {} : { store }),
    ...(dump === undefined ? {} : { from: dump }),
    commitDelayMillis,
    precedence,
    requests: requests && { bodies: true },
    ...(maxSelfAllocatedParties === undefined ? {} : { limits: { maxSelfAllocatedParties } }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    ...(synchronizers.length > 0 && { synchronizers: synchronizers.map((alias) => ({ alias })) }),
  };
  let fork: Fork | undefined;
  const forked = (made: Fork): void => void (fork = made);
  const ledger = await openScenarios(goesOn ? [] : scenarios, options, {
    advised: "commandLine",
    forked,
    ...(setting && { create: (others) => forkedLedger(setting, others, forked) }),
  });
  for (const identityProviderConfig of identityProviders) {
    if (
      ledger.state.identityProviders.get(identityProviderConfig.identityProviderId) !== undefined
    ) {
      continue;
    }
    await createIdentityProvider(ledger, { identityProviderConfig });
  }
  if (given.length === 0) ledger.clock.resume();
  if (fork !== undefined) await impersonate(fork);
  const begun = from === undefined ? [] : [basename(from)];
  const pinned =
    fork === undefined ? [] : [`${fork.pin.participantId} as of offset ${fork.pin.offset}`];
  const names = scenarios.map(({ name }) => name);
  return { ledger, loaded: [...begun, ...pinned, ...names], fork };
};

/** What has another name would be taken for a package. */
const readNamedDar = async (file: string): Promise<Uint8Array> => {
  const dar = await readDar(file);
  if (/\.dar$/iu.test(file)) return dar;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${file} is no DAR; its name must end in .dar.`,
  });
};

/** Uploaded before anything else, as `POST /v2/dars` does it. */
const darScenario = (files: readonly string[], scripts: readonly FixtureStep[]): Scenario => ({
  name: files.map((file) => basename(file)).join(" and "),
  packages: [],
  history: [],
  fixture: {
    json: { steps: [{ packages: files }, ...scripts] },
    fileName: "--dar",
    folder: process.cwd(),
    // Nobody has written it.
    faults: [],
    positionOf: () => undefined,
  },
});

/** Each script is of the first DAR that has it. Rejects with INVALID_ARGUMENT for one that none has. */
const scriptSteps = async (
  names: readonly string[],
  files: readonly string[],
): Promise<readonly FixtureStep[]> => {
  if (names.length === 0) return [];
  const { listScripts } = await import("../../fixtures/script/index.ts");
  const found = await Promise.all(
    files.map(async (file) => ({ file, scripts: listScripts(await readDar(file)) })),
  );
  return names.map((name) => {
    const owner = found.find(({ scripts }) => scripts.some((script) => script.name === name));
    if (owner === undefined) {
      throw noScript(
        name,
        files,
        found.flatMap(({ scripts }) => scripts),
      );
    }
    return { script: { dar: owner.file, run: name } };
  });
};

const noScript = (
  name: string,
  files: readonly string[],
  scripts: readonly { readonly name: string }[],
): LedgerError => {
  const known = scripts.map((script) => script.name);
  const meant = nearest(name, known);
  const listed = known.length === 0 ? "none" : known.join(", ");
  return ledgerError("INVALID_ARGUMENT", {
    cause: `There is no script ${name} in ${files.join(" and ")}; ${meant === undefined ? `scripts there are: ${listed}.` : `did you mean ${meant}?`}`,
  });
};
