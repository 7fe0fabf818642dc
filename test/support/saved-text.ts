import { ledgerFile, type TestOutcome } from "../../fixtures/index.ts";
import type { Ledger } from "../../lib/index.ts";

/** What a file has that `saveLedger` writes of a ledger, which is closed then. */
export const savedText = async (ledger: Ledger, test?: TestOutcome): Promise<string> => {
  let text = "";
  for await (const piece of ledgerFile(ledger, test)) text += piece;
  await ledger.close();
  return text;
};
