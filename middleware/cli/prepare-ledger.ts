import {
  coinScenario,
  demoScenario,
  fixtureStart,
  loadFixture,
  readScenarioFile,
} from "../../fixtures/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";

/** A ledger with something on it. */
export interface PreparedLedger {
  readonly ledger: Ledger;
  /** Names of what was loaded. */
  readonly loaded: readonly string[];
}

const builtIn = [demoScenario, coinScenario];

/**
 * A ledger with the fixtures of these files, or with the built-in scenarios when there are none. It
 * always knows the packages of the built-in ones, `iou` and `coin`, and how to tell the coin's history.
 *
 * The clock is frozen where the earliest fixture wants it to be. The built-in scenarios end there: the
 * clock runs on as the machine's. Files leave it as they say. Rejects as `loadFixture` does.
 */
export const prepareLedger = async (files: readonly string[]): Promise<PreparedLedger> => {
  const scenarios =
    files.length === 0 ? builtIn : await Promise.all(files.map((file) => readScenarioFile(file)));
  const known = [...builtIn, ...scenarios];
  const [first, ...others] = scenarios.flatMap(({ fixture }) => fixtureStart(fixture) ?? []);
  const ledger = await createLedger({
    packages: [...new Set(known.flatMap(({ packages }) => packages))],
    history: [...new Set(known.flatMap(({ history }) => history))],
    clock:
      first === undefined
        ? "real"
        : { freeze: others.reduce((early, start) => (start < early ? start : early), first) },
    seed: 1,
  });
  for (const { fixture } of scenarios) await loadFixture(ledger, fixture);
  if (files.length === 0) ledger.clock.resume();
  return { ledger, loaded: scenarios.map(({ name }) => name) };
};
