import {
  coinScenario,
  demoScenario,
  type OpenedLedgerFile,
  openLedgerFile,
} from "../../fixtures/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { amuletHistory } from "../../lib/history.ts";

/** Scenarios whose templates the package contains. */
export const builtInScenarios = [demoScenario, coinScenario];

/**
 * Opens the ledger of a file with the templates of the package. Rejects with the errors of
 * `openLedgerFile`.
 */
export const openLedgerFileWithBuiltInPackages = (text: string): Promise<OpenedLedgerFile> =>
  openLedgerFile(text, {
    packages: builtInScenarios.flatMap(({ packages }) => packages),
    history: [...builtInScenarios.flatMap(({ history }) => history), amuletHistory],
    daml: createDamlLoader({ allowDev: true }),
  });
