import { createReadStream } from "node:fs";

import { expect } from "chai";

import { coinHistory } from "../../../../fixtures/coin/coin-history.ts";
import { createLedger } from "../../../../lib/index.ts";
import { dumpOf } from "../../../../lib/ledger/stores/text/dump.ts";
import { readDump } from "../../../../lib/ledger/stores/text/read-dump.ts";
import { createMemoryStore, type JournalEntry, type TextSource } from "../../../../lib/store.ts";
import { collectAll } from "../../../support/collect-all.ts";
import { rejectionOf } from "../../../support/error-of.ts";

const journal = (...users: readonly string[]): AsyncIterable<JournalEntry> => {
  const store = createMemoryStore();
  users.forEach((userId, index) => {
    void store.append(index + 1, [{ kind: "userDeleted", userId }]);
  });
  return store.read(0);
};

const textOf = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await collectAll(pieces)).join("");

const read = (source: TextSource): Promise<readonly JournalEntry[]> => collectAll(readDump(source));

/** Loads the text. Returns the cause of the error. */
const refusalOf = async (text: TextSource): Promise<string> => {
  const { code, cause } = await rejectionOf(read(text));
  expect(code).to.equal("INVALID_ARGUMENT");
  expect(cause).to.match(/^The dump cannot be loaded\. /);
  return cause.replace("The dump cannot be loaded. ", "");
};

describe("dump", () => {
  let dump = "";
  let lines: readonly string[] = [];
  before(async () => {
    dump = await textOf(dumpOf(journal("a", "é\u2028\n", "c")));
    lines = dump.split("\n");
  });

  it("is one JSON document, with a line for each entry", () => {
    const { entries, ...rest } = JSON.parse(dump) as { entries: readonly object[] };
    expect(rest).to.deep.equal({ dump: "ledger-in-a-box", version: 1, count: 3 });
    expect(entries.map((entry) => Object.keys(entry))).to.deep.equal(
      Array.from({ length: 3 }, () => ["position", "hash", "entry"]),
    );
    expect(lines).to.have.length(6);
  });

  it("is read as text, as bytes, and in pieces of any length", async () => {
    const entries = await collectAll(journal("a", "é\u2028\n", "c"));
    const bytes = new TextEncoder().encode(dump);
    const each = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const sources = [
      dump,
      bytes,
      [dump],
      each,
      each.values(),
      dumpOf(journal("a", "é\u2028\n", "c")),
    ];
    for (const source of sources) expect(await read(source)).to.deep.equal(entries);
    expect(await read(dump.replaceAll("\n", "\r\n"))).to.deep.equal(entries);
    expect(await read(dump.trimEnd())).to.deep.equal(entries);
  });

  it("can be of an empty journal, and of a compacted one", async () => {
    expect(await read(dumpOf(journal()))).to.deep.equal([]);
    const store = createMemoryStore();
    await store.compact?.(7, () => []);
    expect(await read(dumpOf(store.read(0)))).to.deep.equal([{ position: 7, events: [] }]);
  });

  it("is refused if truncated anywhere", async () => {
    for (let length = 0; length < dump.trimEnd().length; length++) {
      expect(await refusalOf(dump.slice(0, length))).to.not.equal("");
    }
  });

  it("is refused if any byte is changed", async () => {
    const bytes = new TextEncoder().encode(dump.trimEnd());
    for (const [index, byte] of bytes.entries()) {
      for (const bit of [1, 0x80]) {
        expect(await refusalOf(bytes.with(index, byte ^ bit))).to.not.equal("");
      }
    }
  });

  it("is refused with the line number and reason of an error", async () => {
    const [head = "", one = "", two = "", three = "", tail = ""] = lines;
    const joined = (...all: readonly string[]): string => all.join("\n");
    expect(await refusalOf(joined(head, one, two.replace("é", "e"), three, tail))).to.equal(
      "Line 3 was changed after it was written.",
    );
    expect(await refusalOf(joined(head, one, three, tail))).to.equal(
      "Line 3 has entry 3 after entry 1: lines are missing or were moved.",
    );
    expect(await refusalOf(joined(head, one, two))).to.equal(
      "It ends early: after 2 entries, in line 3.",
    );
    expect(await refusalOf(joined(head, one, two.slice(0, 20)))).to.equal(
      "Line 3 is not an entry: it was changed or truncated.",
    );
    expect(await refusalOf(joined(head, one, two.slice(0, -1), '],"count":3}'))).to.equal(
      "Line 4 states 3 entries, but the dump has 2.",
    );
    expect(await refusalOf(`${dump}${dump}`)).to.equal("Line 6 comes after the end of the dump.");
    expect(await refusalOf(Uint8Array.of(0xff))).to.equal("Line 0 is not valid UTF-8.");
  });

  it("is refused with the error of its stream, also by a ledger with coin history", async () => {
    for (const history of [[], [coinHistory]]) {
      const from = createReadStream("/no/such/dump");
      const loading = createLedger({ from, history });
      const error: unknown = await loading.catch((failure: unknown) => failure);
      expect(error).to.have.property("code", "ENOENT");
    }
  });

  it("is refused with an explanation if the input is not a dump", async () => {
    expect(await refusalOf("./my.ledger.json")).to.equal(
      "It does not begin with the header of a dump. If ./my.ledger.json is the name of a file, pass the content of the file, or createReadStream(file).",
    );
    expect(await refusalOf('{"ledgerFile":"ledger-in-a-box","version":1,')).to.include(
      "It is a file for the explorer: open it with npx ledger-in-a-box explore",
    );
    expect(await refusalOf(JSON.stringify(JSON.parse(dump), undefined, 2))).to.equal(
      "It does not begin with the header of a dump. Pass the text exactly as ledger.dump() wrote it, with its line breaks.",
    );
    expect(await refusalOf(dump.replace('"version":1', '"version":2'))).to.equal(
      "A later release wrote it in version 2 of the format; this release reads version 1.",
    );
  });

  it("is loaded completely or not at all", async () => {
    const { cause } = await rejectionOf(createLedger({ from: dump.slice(0, -20) }));
    expect(cause).to.contain("Line 4");
  });
});
