import { utf8ToBytes } from "@noble/hashes/utils.js";

import { hexDigestOf } from "../base/values/digest.ts";

/** Other names, always the same one for the same name, in the order in which they are met. */
export class Aliases {
  readonly #word: string;
  readonly #known = new Map<string, string>();

  /** `party` gives `party-1` and so on. */
  constructor(word: string) {
    this.#word = word;
  }

  of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const alias = `${this.#word}-${this.#known.size + 1}`;
    this.#known.set(name, alias);
    return alias;
  }

  /** Of those that were met; undefined for others. */
  known(name: string): string | undefined {
    return this.#known.get(name);
  }
}

/** 64 hexadecimal digits that follow from an alias. */
export const digitsOf = (alias: string): string => hexDigestOf(utf8ToBytes(alias));
