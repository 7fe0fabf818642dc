import { ledgerFile, type LedgerFileTestSummary } from "../../fixtures/index.ts";
import type { Ledger } from "../../lib/index.ts";

/** Returns the content of the file that `saveLedger` writes. Closes the ledger. */
export const savedText = async (ledger: Ledger, test?: LedgerFileTestSummary): Promise<string> => {
  let text = "";
  for await (const piece of ledgerFile(ledger, test)) text += piece;
  await ledger.close();
  return text;
};
