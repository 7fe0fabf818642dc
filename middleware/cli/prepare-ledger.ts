import { basename } from "node:path";

import {
  coinScenario,
  demoScenario,
  type FixtureStep,
  openScenarios,
  parseFixture,
  readScenarioFile,
  type Scenario,
} from "../../fixtures/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { amuletHistory, createIdentityProvider, type Ledger } from "../../lib/index.ts";
import { openDump } from "./open-dump.ts";
import { readDar } from "./read-dar.ts";
import type { Settings } from "./settings.ts";

/** A ledger with something on it. */
export interface PreparedLedger {
  readonly ledger: Ledger;
  /** Names of what was loaded. */
  readonly loaded: readonly string[];
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
  Partial<Pick<Settings, "from" | "seed" | "dars" | "scripts">>;

/**
 * A ledger with the fixtures of these files on top of what the dump `from` has, or with the built-in scenarios when there is neither. It
 * always knows the packages of the built-in ones, `iou` and `coin`, tells the history of that coin and of
 * the real one, `splice-amulet`, and takes DARs: those of Daml-LF 2.dev, too, when its protocol
 * version is asked to be `dev`.
 *
 * The built-in scenarios lie in the past: once they are loaded the clock is the machine's. Files leave
 * it as they say. The identity providers come last. Modules run anew when it is done again. Rejects as `openScenarios`
 * and `createIdentityProvider` do, and with INVALID_ARGUMENT for a dump or a DAR that is not there.
 */
export const prepareLedger = async (
  files: readonly string[],
  {
    protocolVersion,
    precedence,
    synchronizers,
    commitDelayMillis,
    identityProviders,
    maxSelfAllocatedParties,
    from,
    seed = 1,
    dars = [],
    scripts = [],
  }: LedgerSettings,
  isAgain = false,
): Promise<PreparedLedger> => {
  const dump = from === undefined ? undefined : await openDump(from);
  // Said of a file, and not of the step that it becomes.
  await Promise.all(dars.map(readDar));
  const given = await Promise.all(
    files.map((file) => readScenarioFile(file, { isFresh: isAgain })),
  );
  const scenarios = [
    ...(dars.length === 0 ? [] : [darScenario(dars, await scriptSteps(scripts, dars))]),
    ...(given.length === 0 && dump === undefined ? builtIn : given),
  ];
  const options = {
    packages: builtIn.flatMap(({ packages }) => packages),
    history: [...builtIn.flatMap(({ history }) => history), amuletHistory],
    daml: createDamlLoader({ allowDev: protocolVersion === "dev" }),
    seed,
    ...(dump === undefined ? {} : { from: dump }),
    commitDelayMillis,
    precedence,
    ...(maxSelfAllocatedParties === undefined ? {} : { limits: { maxSelfAllocatedParties } }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    ...(synchronizers.length > 0 && { synchronizers: synchronizers.map((alias) => ({ alias })) }),
  };
  const ledger = await openScenarios(scenarios, options, { advised: "commandLine" });
  for (const identityProviderConfig of identityProviders) {
    await createIdentityProvider(ledger, { identityProviderConfig });
  }
  if (given.length === 0) ledger.clock.resume();
  const names = scenarios.map(({ name }) => name);
  return { ledger, loaded: from === undefined ? names : [basename(from), ...names] };
};

/** Uploaded before anything else, as `POST /v2/dars` does it. */
const darScenario = (files: readonly string[], scripts: readonly FixtureStep[]): Scenario => ({
  name: files.map((file) => basename(file)).join(" and "),
  packages: [],
  history: [],
  fixture: {
    ...parseFixture(JSON.stringify({ steps: [{ packages: files }, ...scripts] }), "--dar"),
    folder: process.cwd(),
  },
});

/** Each script is of the first DAR that has it; what none has, the first is asked for, and says so. */
const scriptSteps = async (
  names: readonly string[],
  files: readonly string[],
): Promise<readonly FixtureStep[]> => {
  if (names.length === 0) return [];
  const { listScripts } = await import("../../lib/script/index.ts");
  const found = await Promise.all(
    files.map(async (file) => ({ file, scripts: listScripts(await readDar(file)) })),
  );
  return names.map((name) => {
    const owner = found.find(({ scripts }) => scripts.some((script) => script.name === name));
    return { script: { dar: owner?.file ?? files[0] ?? "", run: name } };
  });
};
