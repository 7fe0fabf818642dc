import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

import {
  type ArgumentFault,
  createInvalidArgumentError,
} from "../../../base/errors/argument-error.ts";
import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
import {
  type JsonObject,
  readInt32,
  readOptionalJsonField,
  readOptionalText,
} from "../../../views/envelope/readers.ts";

/** The requested part of a list. */
interface PageRequest {
  /** 1 or more. */
  readonly size: number;
  /** Return only items that sort after this key; if absent, start at the beginning. */
  readonly after?: string;
}

/** A list that is returned in pages. */
export interface PagedListSettings {
  /** Distinguishes its page tokens from those of other lists. */
  readonly name: string;
  readonly maxSize: number;
  /** True if a larger page size is reduced to the maximum; otherwise it is refused. */
  readonly aboveMax: "clamp" | "refuse";
  /**
   * Determines the last page, which has no token for a next page: the first page that is not full
   * (the default), or the first empty page.
   */
  readonly endsWith?: "shortPage" | "emptyPage";
  /** Returns the error for an invalid size or token; default `createInvalidArgumentError`. */
  readonly invalid?: (fault: ArgumentFault) => LedgerError;
}

/** A page and the token of the next page; `""` after the last. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextPageToken: string;
}

/**
 * Maximum number of characters of annotations on one page. A page becomes a single text, which must
 * not get too large.
 */
const maxAnnotations = 8 * 1024 * 1024;

/** Returns the number of characters of the annotations of a user or a party. Linear. */
export const countAnnotationCharacters = ({ annotations }: ObjectMeta): number => {
  let length = 0;
  for (const [key, value] of annotations) length += key.length + value.length;
  return length;
};

const getZeroWeight = (): number => 0;

/**
 * Returns the page that `pageSize` and `pageToken` of the request ask for. `entries` returns the
 * entries from a key on. Size 0 means the maximum size. Stops reading when the page is full, or
 * when its annotations have 8 Mi characters according to `weightOf`.
 *
 * Raises the list's error for a negative size, for one above the maximum if the list refuses that,
 * and for a token of another list (ledger-api.md 3.16, 3.17.4, 3.17.5).
 */
export const paginate = <T>(
  list: PagedListSettings,
  request: JsonObject,
  entries: (from: string | undefined) => Iterable<readonly [string, T]>,
  weightOf: (item: T) => number = getZeroWeight,
): ListPage<T> => {
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
  return { items, nextPageToken: isLast ? "" : encodePageToken(list, last) };
};

const readPageRequest = (request: JsonObject, list: PagedListSettings): PageRequest => {
  const size = pageSize(readOptionalJsonField(request, "pageSize", readInt32) ?? 0, list);
  const token = readOptionalText(request, "pageToken");
  return token === "" ? { size } : { size, after: decodePageToken(list, token) };
};

const pageSize = (size: number, list: PagedListSettings): number => {
  const { maxSize, aboveMax } = list;
  if (size < 0 || (size > maxSize && aboveMax === "refuse")) {
    throw createRequestError(list, {
      field: "pageSize",
      expected: describeSizeBounds(maxSize, aboveMax),
      found: size,
    });
  }
  return size === 0 || size > maxSize ? maxSize : size;
};

const describeSizeBounds = (maxSize: number, aboveMax: PagedListSettings["aboveMax"]): string =>
  aboveMax === "refuse" ? `0 to ${maxSize} entries` : "0 or more entries";

const createRequestError = (
  { invalid = createInvalidArgumentError }: PagedListSettings,
  fault: ArgumentFault,
): LedgerError => invalid(fault);

// Tokens are used in query strings, so they need the URL-safe alphabet.
const encodePageToken = (list: PagedListSettings, key: string): string =>
  base64Encode(new TextEncoder().encode(`${list.name}/${key}`), "url");

const decodePageToken = (list: PagedListSettings, token: string): string => {
  const text = decodeToken(token);
  if (text?.startsWith(`${list.name}/`) === true) return text.slice(list.name.length + 1);
  throw createRequestError(list, {
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
