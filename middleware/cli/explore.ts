import { readFile } from "node:fs/promises";

import type { OpenedLedgerFile } from "../../fixtures/index.ts";
import { ledgerError } from "../../lib/index.ts";
import { toPrintableText } from "../log/printable.ts";
import { addFileNameToErrors } from "./add-file-name-to-errors.ts";
import { explainUnreadableFile } from "./explain-unreadable-file.ts";
import { serveLedger } from "./http-server.ts";
import { openLedgerFileWithBuiltInPackages } from "./open-file.ts";
import type { CommandLineIo, ExploreLedgerFileTask } from "./settings.ts";
import { waitForAbort } from "./wait-for-abort.ts";

/**
 * Serves the ledger of a file to this machine, without authorization, until `stop` aborts. Changes
 * are not written to the file. Rejects with INVALID_ARGUMENT for a file that does not exist and for
 * a port in use, and as `openLedgerFileWithBuiltInPackages`.
 */
export const exploreLedgerFile = async (
  { file, port, host }: ExploreLedgerFileTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<void> => {
  const { ledger, test } = await openLedger(file);
  try {
    const before = ledger.snapshot();
    const served = await serveLedger(ledger, {
      port,
      host,
      auth: { kind: "disabled" },
      control: true,
      reset: () => ledger.revert(before),
      watched: test,
      onUnexpectedError: (error) => line.writeError(`${String(error)}\n`),
    });
    const testText =
      test === undefined
        ? ""
        : `\n  ${toPrintableText(test.title)}\n  ${toPrintableText(readFirstLine(test.error))}\n`;
    line.write(
      `The ledger of ${file}, at offset ${ledger.state.ledgerEnd}, on ${ledger.clock.time}\n${testText}\n  Explorer       ${served.baseUrl}/\n\nChanges are not written to the file. Stop it with Ctrl-C.\n`,
    );
    await waitForAbort(stop);
    await served.close();
  } finally {
    await ledger.close();
  }
};

const openLedger = async (file: string): Promise<OpenedLedgerFile> => {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw ledgerError("INVALID_ARGUMENT", { cause: explainUnreadableFile("file", file, error) });
  });
  return addFileNameToErrors(file, () => openLedgerFileWithBuiltInPackages(text));
};

const readFirstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
