import { emptyHash, hashAfter } from "../../lib/ledger/stores/text/journal-hash.ts";

/** Returns the texts of a dump's entries. */
export const entriesOf = (dump: string): readonly string[] =>
  dump
    .split("\n")
    .filter((line) => line.startsWith('{"position"'))
    .map((line) => line.slice(line.indexOf('"entry":') + 8, line.lastIndexOf("}")));

/** Returns a dump of these entries with correct hashes, as an attacker would compute them. */
export const dumpWithHashes = (entries: readonly string[]): string => {
  let hash = emptyHash;
  const lines = entries.map((entry, index) => {
    hash = hashAfter(hash, index + 1, entry);
    return `{"position":${index + 1},"hash":"${hash}","entry":${entry}}`;
  });
  return `{"dump":"ledger-in-a-box","version":1,"entries":[\n${lines.join(",\n")}\n],"count":${lines.length}}\n`;
};
