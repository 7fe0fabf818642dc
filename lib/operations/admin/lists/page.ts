import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

import { type ArgumentFault, invalidArgument } from "../../../base/errors/argument-error.ts";
import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
import {
  type JsonObject,
  optional,
  optionalText,
  readInt32,
} from "../../../views/envelope/readers.ts";

/** Which part of a list to give. */
interface PageRequest {
  /** 1 or more. */
  readonly size: number;
  /** Give only what sorts after it; from the beginning on when absent. */
  readonly after?: string;
}

/** A list cut into pages. */
export interface PagedList {
  /** Tells its page tokens from those of other lists. */
  readonly name: string;
  readonly maxSize: number;
  /** What a larger page size means. */
  readonly aboveMax: "clamp" | "refuse";
  /** After which page there is no token: one that is not full (so when absent), or only an empty one. */
  readonly endsWith?: "shortPage" | "emptyPage";
  /** The error for a bad size or token; `invalidArgument` when absent. */
  readonly invalid?: (fault: ArgumentFault) => LedgerError;
}

/** A page and the token of the next one; `""` after the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken: string;
}

/** Characters of annotations: what a page tells has to be one text, and nobody reads longer ones at once. */
const maxAnnotations = 8 * 1024 * 1024;

/** How many characters the annotations of a user or a party have. Linear. */
export const annotationsLength = ({ annotations }: ObjectMeta): number => {
  let length = 0;
  for (const [key, value] of annotations) length += key.length + value.length;
  return length;
};

const weightless = (): number => 0;

/**
 * The page that a request asks for with `pageSize` and `pageToken`, of the entries that `entries` gives
 * from a key on: size 0 asks for as many as allowed. Stops reading entries once the page is full, or
 * the entries on it have annotations of 8 Mi characters by `weightOf`.
 *
 * Raises the list's error for a negative size, one above the maximum where the list refuses that, and a
 * token that this list did not give (ledger-api.md 3.16, 3.17.4, 3.17.5).
 */
export const pageOf = <T>(
  list: PagedList,
  request: JsonObject,
  entries: (from: string | undefined) => Iterable<readonly [string, T]>,
  weightOf: (item: T) => number = weightless,
): Page<T> => {
  const { size, after } = readPageRequest(request, list);
  const items: T[] = [];
  let last: string | undefined;
  let weight = 0;
  for (const [key, item] of entries(after)) {
    if (key === after) continue;
    items.push(item);
    last = key;
    weight += weightOf(item);
    if (items.length === size || weight >= maxAnnotations) break;
  }
  if (last === undefined) return { items, nextPageToken: "" };
  const isLast = list.endsWith !== "emptyPage" && items.length < size && weight < maxAnnotations;
  return { items, nextPageToken: isLast ? "" : tokenOfKey(list, last) };
};

const readPageRequest = (request: JsonObject, list: PagedList): PageRequest => {
  const size = pageSize(optional(request, "pageSize", readInt32) ?? 0, list);
  const token = optionalText(request, "pageToken");
  return token === "" ? { size } : { size, after: keyOfToken(list, token) };
};

const pageSize = (size: number, list: PagedList): number => {
  const { maxSize, aboveMax } = list;
  if (size < 0 || (size > maxSize && aboveMax === "refuse")) {
    throw errorOf(list, { field: "pageSize", expected: boundsOf(maxSize, aboveMax), found: size });
  }
  return size === 0 || size > maxSize ? maxSize : size;
};

const boundsOf = (maxSize: number, aboveMax: PagedList["aboveMax"]): string =>
  aboveMax === "refuse" ? `0 to ${maxSize} entries` : "0 or more entries";

const errorOf = ({ invalid = invalidArgument }: PagedList, fault: ArgumentFault): LedgerError =>
  invalid(fault);

// Tokens travel in query strings, hence the URL-safe alphabet.
const tokenOfKey = (list: PagedList, key: string): string =>
  base64Encode(new TextEncoder().encode(`${list.name}/${key}`), "url");

const keyOfToken = (list: PagedList, token: string): string => {
  const text = decodeToken(token);
  if (text?.startsWith(`${list.name}/`) === true) return text.slice(list.name.length + 1);
  throw errorOf(list, {
    field: "pageToken",
    expected: "the nextPageToken of this list's previous page, or none to start over",
  });
};

const decodeToken = (token: string): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(base64Decode(token));
  } catch {
    return undefined;
  }
};
