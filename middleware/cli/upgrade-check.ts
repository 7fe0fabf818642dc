import { basename } from "node:path";

import { checkUpgrade, type UpgradeReport } from "../../lib/api.ts";
import { addFileNameToErrors } from "./add-file-name-to-errors.ts";
import { createLedgerWithInitialContent } from "./create-ledger-with-initial-content.ts";
import { formatCountWithNoun } from "./format-count.ts";
import { openLedgerStore } from "./open-store.ts";
import { writeOutputFile } from "./output-file.ts";
import { readDarFile } from "./read-dar.ts";
import type { CommandLineIo, UpgradeCheckTask } from "./settings.ts";
import { formatUpgradeFailures } from "./upgrade-text.ts";

/**
 * Checks DARs, each separately, as upgrades of the contracts of a ledger, and prints what does not
 * fit. Does not change the ledger. Resolves to the exit code: 1 if a DAR could not be vetted or a
 * contract could not be used. Rejects with INVALID_ARGUMENT, and with the errors of reading a DAR
 * and opening a ledger.
 */
export const runUpgradeCheckAgainstLedger = async (
  { dars, report: output, settings }: UpgradeCheckTask,
  { write, writeError }: CommandLineIo,
): Promise<number> => {
  const files = await Promise.all(
    dars.map(async (path) => ({ name: basename(path), dar: await readDarFile(path) })),
  );
  // Fails if the store does not exist; createLedgerWithInitialContent would create it with demo data.
  if (settings.store !== undefined) {
    await (await openLedgerStore(settings.store, { create: false })).close();
  }
  const { ledger, loaded, fork } = await createLedgerWithInitialContent(
    settings.fixtures,
    settings,
  );
  try {
    const reports: (UpgradeReport & { readonly dar: string })[] = [];
    const contracts = formatCountWithNoun(ledger.state.active.all.size, "active contract");
    write(`On ${loaded.join(" and ")}, with ${contracts}:\n`);
    if (fork !== undefined && fork.problems.length > 0) {
      writeError(
        `${fork.problems.length} contracts or packages could not be forked and are not checked.\n`,
      );
    }
    for (const { name, dar } of files) {
      const report = await addFileNameToErrors(name, () => checkUpgrade(ledger, { dar }));
      reports.push({ dar: name, ...report });
      write(formatUpgradeFailures(name, report));
    }
    if (output !== undefined) {
      await writeOutputFile(output, `${JSON.stringify(reports, undefined, 2)}\n`);
    }
    return reports.every(({ isGood }) => isGood) ? 0 : 1;
  } finally {
    await ledger.close();
  }
};
