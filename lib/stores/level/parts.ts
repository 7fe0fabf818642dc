import { emptyHash, hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import { changed } from "../shared/errors.ts";

/**
 * What an entry tells that others were compacted into, in parts that lie beside the entries and are written before it: so that none of
 * them is large, however much is on the ledger, and the journal goes on meanwhile.
 */
export interface Parts {
  /** Of that entry alone. */
  readonly stamp: string;
  readonly count: number;
  /** Of the texts, one after the other, as if each were an entry. */
  readonly hash: string;
}

const digits = 16;

const partKey = (stamp: string, index: number): string =>
  `part ${stamp} ${String(index).padStart(digits, "0")}`;

/** All parts, and those of one stamp. */
export const allParts = { gt: "part ", lt: "part~" };
export const partsOf = (stamp: string) => ({ gt: `part ${stamp} `, lt: `part ${stamp}~` });

export const partKeys = ({ stamp, count }: Parts): readonly string[] =>
  Array.from({ length: count }, (_, index) => partKey(stamp, index));

export const partsText = ({ hash, stamp, count }: Parts): string => `${hash} ${stamp} ${count}`;

export const readPartsText = (text: string): Parts => {
  const [hash = "", stamp = "", count = ""] = text.split(" ");
  return { hash, stamp, count: Number(count) };
};

/** Counts parts while they are written or read. */
export class PartsCount {
  readonly #position: number;
  readonly #stamp: string;
  #count = 0;
  #hash = emptyHash;

  constructor(position: number, stamp: string) {
    this.#position = position;
    this.#stamp = stamp;
  }

  get parts(): Parts {
    return { stamp: this.#stamp, count: this.#count, hash: this.#hash };
  }

  /** Under which key the part is. */
  add(text: string): string {
    this.#hash = hashAfter(this.#hash, this.#position, text);
    return partKey(this.#stamp, this.#count++);
  }

  /** Raises LEDGER_API_INTERNAL_ERROR where they are not these. */
  require({ count, hash }: Parts): void {
    if (count !== this.#count || hash !== this.#hash) throw changed(this.#position);
  }
}
