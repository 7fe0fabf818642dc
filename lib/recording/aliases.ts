import { utf8ToBytes } from "@noble/hashes/utils.js";

import { computeSha256HexDigest } from "../base/values/digest.ts";

/**
 * Assigns aliases to names. The same name always gets the same alias; aliases are numbered in the
 * order of first use.
 */
export class AliasAssigner {
  readonly #word: string;
  readonly #known = new Map<string, string>();

  /** Aliases begin with `word`: for example `party-1`, `party-2` and so on. */
  constructor(word: string) {
    this.#word = word;
  }

  getAlias(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const alias = `${this.#word}-${this.#known.size + 1}`;
    this.#known.set(name, alias);
    return alias;
  }

  /** Returns the alias of a name, or undefined if the name has none yet. */
  findAlias(name: string): string | undefined {
    return this.#known.get(name);
  }
}

/** Returns 64 hexadecimal digits derived from an alias. */
export const deriveHexDigitsFromAlias = (alias: string): string =>
  computeSha256HexDigest(utf8ToBytes(alias));
