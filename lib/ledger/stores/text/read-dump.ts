import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { JournalEntry } from "../../state/journal-event.ts";
import { dumpBeginning, dumpVersion } from "./dump.ts";
import { readEntryText, UnreadableEntry } from "./entry-text.ts";
import { emptyHash, hashAfter } from "./journal-hash.ts";
import { streamLines, type TextSource } from "./lines.ts";

const dumpBeginningPattern = new RegExp(
  `^${dumpBeginning.replace("{", "\\{")}(\\d{1,9}),"entries":\\[$`,
);
const entryBeginningPattern = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})","entry":/;
const dumpEndingPattern = /^\],"count":(\d{1,15})\}$/;

/**
 * Yields the entries of a dump, in order. Rejects with INVALID_ARGUMENT, which names the line, if
 * the dump was truncated, changed or reformatted, or if a later release wrote it.
 */
export async function* readDump(source: TextSource): AsyncGenerator<JournalEntry, void, undefined> {
  let lineNumber = 0;
  let count = 0;
  let position = 0;
  let hash = emptyHash;
  let hasEnded = false;
  /** True if the previous line ended in a comma, so that another entry follows. */
  let isContinued = true;
  const lineError = (why: string): LedgerError => unloadableDumpError(`Line ${lineNumber} ${why}.`);
  try {
    for await (const line of streamLines(source)) {
      lineNumber++;
      const end = dumpEndingPattern.exec(line);
      if (lineNumber === 1) {
        checkHeader(line);
      } else if (hasEnded) {
        if (line.trim() !== "") throw lineError("comes after the end of the dump");
      } else if (end !== null) {
        if (count > 0 && isContinued) throw lineError("follows a comma: an entry is missing");
        if (Number(end[1]) !== count) {
          throw lineError(`states ${Number(end[1])} entries, but the dump has ${count}`);
        }
        hasEnded = true;
      } else {
        const entry = parseEntryLine(line);
        if (entry === undefined) throw lineError("is not an entry: it was changed or truncated");
        // The first position may be above 1, if the journal was compacted.
        const isNext = count === 0 ? entry.position > 0 : entry.position === position + 1;
        if (!isNext || !isContinued) {
          const before = count === 0 ? "the beginning" : `entry ${position}`;
          throw lineError(
            `has entry ${entry.position} after ${before}: lines are missing or were moved`,
          );
        }
        ({ position, isContinued } = entry);
        hash = hashAfter(hash, position, entry.text);
        if (hash !== entry.hash) throw lineError("was changed after it was written");
        count++;
        yield { position, events: readEntryText(entry.text) };
      }
    }
  } catch (error) {
    if (error instanceof TypeError) throw lineError("is not valid UTF-8");
    if (!(error instanceof UnreadableEntry)) throw error;
    throw lineError(`has entry ${position}, which cannot be read: ${error.message}`);
  }
  if (!hasEnded) {
    throw unloadableDumpError(`It ends early: after ${count} entries, in line ${lineNumber}.`);
  }
}

const checkHeader = (line: string): void => {
  const version = Number(dumpBeginningPattern.exec(line)?.[1] ?? 0);
  if (version < 1) {
    throw unloadableDumpError(
      `It does not begin with the header of a dump. ${getDumpFormatAdvice(line)}`,
    );
  }
  if (version > dumpVersion) {
    throw unloadableDumpError(
      `A later release wrote it in version ${version} of the format; this release reads version ${dumpVersion}.`,
    );
  }
};

/** Returns the parts of a line with an entry; undefined for another line. */
const parseEntryLine = (line: string) => {
  const [head, digits, hash] = entryBeginningPattern.exec(line) ?? [];
  const isContinued = line.endsWith("},");
  if (head === undefined || !(isContinued || line.endsWith("}"))) return undefined;
  const text = line.slice(head.length, isContinued ? -2 : -1);
  return { position: Number(digits), hash, text, isContinued };
};

/**
 * Returns advice for a text that is not a dump. Callers sometimes pass the name of the file instead
 * of its content.
 */
const getDumpFormatAdvice = (line: string): string => {
  if (/^[^\n{]{1,300}\.json$/u.test(line)) {
    return `If ${line} is the name of a file, pass the content of the file, or createReadStream(file).`;
  }
  return line.startsWith('{"ledgerFile":')
    ? "It is a file for the explorer: open it with npx ledger-in-a-box explore <file>, or with openLedgerFile."
    : "Pass the text exactly as ledger.dump() wrote it, with its line breaks.";
};

const unloadableDumpError = (why: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: `The dump cannot be loaded. ${why}` });
