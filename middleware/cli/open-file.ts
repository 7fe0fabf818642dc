import {
  coinScenario,
  demoScenario,
  type OpenedLedgerFile,
  openLedgerFile,
} from "../../fixtures/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { amuletHistory } from "../../lib/history.ts";

/** Whose code is here whatever file it is. */
const builtIn = [demoScenario, coinScenario];

/** The ledger of a file, with the code that comes with the package. Rejects as `openLedgerFile`. */
export const openFile = (text: string): Promise<OpenedLedgerFile> =>
  openLedgerFile(text, {
    packages: builtIn.flatMap(({ packages }) => packages),
    history: [...builtIn.flatMap(({ history }) => history), amuletHistory],
    daml: createDamlLoader({ allowDev: true }),
  });
