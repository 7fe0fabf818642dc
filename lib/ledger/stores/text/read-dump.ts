import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { JournalEntry } from "../../state/ledger-event.ts";
import { dumpBeginning, dumpVersion } from "./dump.ts";
import { readEntryText, UnreadableEntry } from "./entry-text.ts";
import { emptyHash, hashAfter } from "./journal-hash.ts";
import { linesOf, type TextSource } from "./lines.ts";

/**
 * Yields the entries of a dump, in order. Rejects with INVALID_ARGUMENT, which names the line, if
 * the dump was truncated, changed or reformatted, or if a later release wrote it.
 */
export async function* readDump(source: TextSource): AsyncGenerator<JournalEntry, void, undefined> {
  const reader = new DumpReader();
  try {
    for await (const line of linesOf(source)) {
      const entry = reader.next(line);
      if (entry !== undefined) yield entry;
    }
  } catch (error) {
    if (error instanceof TypeError) throw reader.dumpLineError(`is not valid UTF-8`);
    throw error;
  }
  reader.end();
}

const dumpBeginningPattern = new RegExp(
  `^${dumpBeginning.replace("{", "\\{")}(\\d{1,9}),"entries":\\[$`,
);
const entryBeginningPattern = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})","entry":/;
const dumpEndingPattern = /^\],"count":(\d{1,15})\}$/;

class DumpReader {
  #line = 0;
  #hash = emptyHash;
  #position = 0;
  #count = 0;
  #hasEnded = false;
  /** True if the previous line ended in a comma, so that another entry follows. */
  #isContinued = true;

  /** Reads a line. Returns undefined if it contains no entry. */
  next(line: string): JournalEntry | undefined {
    this.#line++;
    if (this.#line === 1) {
      this.#readDumpHeader(line);
      return undefined;
    }
    if (this.#hasEnded) {
      if (line.trim() === "") return undefined;
      throw this.dumpLineError("comes after the end of the dump");
    }
    const [, count] = dumpEndingPattern.exec(line) ?? [];
    if (count === undefined) return this.#readDumpEntry(line);
    this.#checkEntryCount(Number(count));
    return undefined;
  }

  end(): void {
    if (this.#hasEnded) return;
    throw unloadableDumpError(
      `It ends early: after ${this.#count} entries, in line ${this.#line}.`,
    );
  }

  dumpLineError(why: string): LedgerError {
    return unloadableDumpError(`Line ${this.#line} ${why}.`);
  }

  #readDumpHeader(line: string): void {
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
  }

  #readDumpEntry(line: string): JournalEntry {
    const [head, digits, hash] = entryBeginningPattern.exec(line) ?? [];
    const isContinued = line.endsWith("},");
    if (head === undefined || !(isContinued || line.endsWith("}"))) {
      throw this.dumpLineError("is not an entry: it was changed or truncated");
    }
    const position = Number(digits);
    const text = line.slice(head.length, isContinued ? -2 : -1);
    this.#checkPlace(position);
    const expected = hashAfter(this.#hash, position, text);
    if (hash !== expected) throw this.dumpLineError("was changed after it was written");
    this.#hash = expected;
    this.#position = position;
    this.#count++;
    this.#isContinued = isContinued;
    return { position, events: this.#readEntryEvents(text, position) };
  }

  /**
   * Checks the position of an entry. The first one may be above 1, if the journal was compacted.
   */
  #checkPlace(position: number): void {
    const isNext = this.#count === 0 ? position > 0 : position === this.#position + 1;
    if (isNext && this.#isContinued) return;
    const before = this.#count === 0 ? "the beginning" : `entry ${this.#position}`;
    throw this.dumpLineError(
      `has entry ${position} after ${before}: lines are missing or were moved`,
    );
  }

  #readEntryEvents(text: string, position: number): JournalEntry["events"] {
    try {
      return readEntryText(text);
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      throw this.dumpLineError(`has entry ${position}, which cannot be read: ${error.message}`);
    }
  }

  #checkEntryCount(count: number): void {
    if (count !== this.#count || (count > 0 && this.#isContinued)) {
      throw this.dumpLineError(`states ${count} entries, but the dump has ${this.#count}`);
    }
    this.#hasEnded = true;
  }
}

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
