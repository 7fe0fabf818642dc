import { basename } from "node:path";

import { createDamlLoader } from "../../fixtures/daml/index.ts";
import type { Fork } from "../../fixtures/fork/index.ts";
import {
  type FixtureStep,
  openScenarios,
  readScenarioFile,
  type Scenario,
} from "../../fixtures/index.ts";
import { createIdentityProvider } from "../../lib/api.ts";
import { amuletHistory } from "../../lib/history.ts";
import { type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { findMostSimilarText } from "../../lib/internal.ts";
import type { JournalStore } from "../../lib/store.ts";
import { createForkedLedger, grantRightsOverForkParties } from "./forked-ledger.ts";
import { openJournalDumpFile } from "./open-dump.ts";
import { builtInScenarios } from "./open-file.ts";
import { openLedgerStore, withStoreLock } from "./open-store.ts";
import type { DeprecatedApiGroup } from "./option-readers.ts";
import { readDarFile } from "./read-dar.ts";
import type { ServerSettings } from "./settings.ts";
import { removePasswordFromLocation } from "./store-location.ts";

/** A ledger with its initial content. */
export interface LedgerWithInitialContent {
  readonly ledger: Ledger;
  /** Names of the loaded content. */
  readonly loaded: readonly string[];
  /** The location of a store that was empty before. */
  readonly newStore?: string;
  /** The fork; undefined without one. */
  readonly fork: Fork | undefined;
}

type LedgerSettings = Pick<
  ServerSettings,
  | "protocolVersion"
  | "precedence"
  | "synchronizers"
  | "commitDelayMillis"
  | "identityProviders"
  | "maxSelfAllocatedParties"
> &
  Partial<
    Pick<
      ServerSettings,
      | "apiVersion"
      | "enabledDeprecated"
      | "store"
      | "from"
      | "fork"
      | "seed"
      | "dars"
      | "scripts"
      | "requests"
    >
  >;

/**
 * Creates a ledger with its initial content: the dump `from` or the participant `fork`, then the
 * DARs, then the fixtures of `files`. Without any of these, it loads the built-in scenarios. It always
 * has the packages `iou` and `coin`, and the rules of coin history for `coin` and `splice-amulet`. It
 * accepts DARs, also those of Daml-LF 2.dev if the protocol version is `dev`.
 *
 * Without `files`, the clock then follows the machine, because the built-in scenarios end in the
 * past; files set the clock themselves. Identity providers are created last. A store that contains a
 * ledger is continued. With `isAgain`, modules are evaluated again. Rejects with the errors of
 * `openScenarios`, `createIdentityProvider` and `openLedgerStore`, and with INVALID_ARGUMENT for a dump or
 * DAR that does not exist.
 */
export const createLedgerWithInitialContent = (
  files: readonly string[],
  settings: LedgerSettings,
  { isAgain = false }: PrepareOptions = {},
): Promise<LedgerWithInitialContent> =>
  settings.store === undefined
    ? createFilledLedger(files, settings, { isAgain })
    : openStoredLedger(settings.store, files, settings);

interface PrepareOptions {
  /** True if modules may have changed since they were loaded. */
  readonly isAgain?: boolean;
}

/**
 * Opens the ledger in a store. A new ledger is filled; if that fails, the store stays empty. For an
 * existing ledger the files only supply the packages. If several processes start together, one
 * fills the ledger and the others continue with it.
 */
const openStoredLedger = async (
  place: string,
  files: readonly string[],
  settings: LedgerSettings,
): Promise<LedgerWithInitialContent> => {
  const store = await openLedgerStore(place);
  try {
    return await withStoreLock(store, () =>
      fillStore(store, files, { ...settings, store: removePasswordFromLocation(place) }),
    );
  } catch (error) {
    await store.close();
    throw error;
  }
};

const fillStore = async (
  store: JournalStore,
  files: readonly string[],
  settings: LedgerSettings & { readonly store: string },
): Promise<LedgerWithInitialContent> => {
  if ((await store.position()) > 0) {
    const { ledger } = await createFilledLedger(files, settings, { store, isContinued: true });
    return { ledger, loaded: [settings.store], fork: undefined };
  }
  try {
    const filled = await createFilledLedger(files, settings, { store });
    return { ...filled, newStore: settings.store };
  } catch (error) {
    // If this fails as well, report the first error.
    await store.restore(store.mark(0)).catch(() => undefined);
    throw error;
  }
};

interface CreateOptions extends Pick<PrepareOptions, "isAgain"> {
  readonly store?: JournalStore;
  /** True if the store already contains the filled ledger. */
  readonly isContinued?: boolean;
}

const configKeyByDeprecatedGroup: Readonly<Record<DeprecatedApiGroup, string>> = {
  "endpoints-34": "enableDeprecatedEndpoints34",
  "parameters-34": "enableDeprecatedParameters34",
  "endpoints-35": "enableDeprecatedEndpoints35",
};

const createFilledLedger = async (
  files: readonly string[],
  {
    apiVersion,
    enabledDeprecated = [],
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
  { store, isContinued = false, isAgain = false }: CreateOptions,
): Promise<LedgerWithInitialContent> => {
  const dump = from === undefined ? undefined : await openJournalDumpFile(from);
  // Check the DARs here, so that errors name the file instead of a step.
  await Promise.all(dars.map(readDarFile));
  const given = await Promise.all(
    files.map((file) => readScenarioFile(file, { isFresh: isAgain })),
  );
  const ofOptions = [
    ...(dars.length === 0 ? [] : [darScenario(dars, await createScriptSteps(scripts, dars))]),
    ...given,
  ];
  const hasOwnContent = ofOptions.length > 0 || dump !== undefined || setting !== undefined;
  const scenarios = hasOwnContent ? ofOptions : builtInScenarios;
  const options = {
    packages: [...builtInScenarios, ...scenarios].flatMap(({ packages }) => packages),
    history: [
      ...new Set([...builtInScenarios, ...scenarios].flatMap(({ history }) => history)),
      amuletHistory,
    ],
    daml: createDamlLoader({ allowDev: protocolVersion === "dev" }),
    seed,
    ...(store === undefined ? {} : { store }),
    ...(dump === undefined ? {} : { from: dump }),
    commitDelayMillis,
    precedence,
    requests: requests && { bodies: true },
    ...((maxSelfAllocatedParties !== undefined || enabledDeprecated.length > 0) && {
      limits: {
        ...(maxSelfAllocatedParties !== undefined && { maxSelfAllocatedParties }),
        ...Object.fromEntries(
          enabledDeprecated.map((group) => [configKeyByDeprecatedGroup[group], true]),
        ),
      },
    }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    ...(synchronizers.length > 0 && { synchronizers: synchronizers.map((alias) => ({ alias })) }),
  };
  let fork: Fork | undefined;
  const forked = (made: Fork): void => void (fork = made);
  const ledger = await openScenarios(isContinued ? [] : scenarios, options, {
    advised: "commandLine",
    forked,
    ...(setting && { create: (others) => createForkedLedger(setting, others, forked) }),
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
  if (fork !== undefined) await grantRightsOverForkParties(fork);
  const dumpNames = from === undefined ? [] : [basename(from)];
  const pinned =
    fork === undefined ? [] : [`${fork.pin.participantId} as of offset ${fork.pin.offset}`];
  const names = scenarios.map(({ name }) => name);
  return { ledger, loaded: [...dumpNames, ...pinned, ...names], fork };
};

/** Returns a scenario that uploads the DARs before everything else, as `POST /v2/dars` does. */
const darScenario = (files: readonly string[], scripts: readonly FixtureStep[]): Scenario => ({
  name: files.map((file) => basename(file)).join(" and "),
  packages: [],
  history: [],
  fixture: {
    json: { steps: [{ packages: files }, ...scripts] },
    fileName: "--dar",
    folder: process.cwd(),
    // The scenario has no source text.
    faults: [],
    positionOf: () => undefined,
    nameOf: (path) => {
      const [, index] = /^steps\[0\]\.packages\[(\d+)\]/u.exec(path) ?? [];
      return (index === undefined ? undefined : files[Number(index)]) ?? "--dar";
    },
  },
});

/**
 * Returns one step per script, which runs it from the first DAR that contains it. Rejects with
 * INVALID_ARGUMENT if no DAR contains it.
 */
const createScriptSteps = async (
  names: readonly string[],
  files: readonly string[],
): Promise<readonly FixtureStep[]> => {
  if (names.length === 0) return [];
  const { listScripts } = await import("../../fixtures/script/index.ts");
  const found = await Promise.all(
    files.map(async (file) => ({ file, scripts: listScripts(await readDarFile(file)) })),
  );
  return names.map((name) => {
    const owner = found.find(({ scripts }) => scripts.some((script) => script.name === name));
    if (owner === undefined) {
      throw unknownScriptError(
        name,
        files,
        found.flatMap(({ scripts }) => scripts),
      );
    }
    const { argument } = owner.scripts.find((script) => script.name === name) ?? {};
    if (argument !== undefined) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `${name} takes an argument of type ${argument}, which --script cannot pass. Run it with a script step of a fixture, which has an argument field.`,
      });
    }
    return { script: { dar: owner.file, run: name } };
  });
};

const unknownScriptError = (
  name: string,
  files: readonly string[],
  scripts: readonly { readonly name: string }[],
): LedgerError => {
  const known = scripts.map((script) => script.name);
  const suggestion = findMostSimilarText(name, known);
  const listed = known.length === 0 ? "none" : known.join(", ");
  return ledgerError("INVALID_ARGUMENT", {
    cause: `There is no script ${name} in ${files.join(" and ")}; ${suggestion === undefined ? `available scripts: ${listed}.` : `did you mean ${suggestion}?`}`,
  });
};
