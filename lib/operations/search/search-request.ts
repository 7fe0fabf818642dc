import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import type { Offset, Party, TypeReference } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { checkEventFormat } from "../../views/envelope/event-format-reader.ts";
import {
  createEnumJsonReader,
  createListReader,
  type JsonReader,
  readInt32,
  readJsonObject,
  readJsonString,
  readOffset,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import type { EventFilter, EventFormat } from "../../views/visibility/event-format.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { requireNonNegativeOffset, requireNotAfterLedgerEnd } from "../queries/offset-checks.ts";

/** The fields that all searches have. */
export interface SearchRequest {
  /** The parties that see the items; undefined for all items. */
  readonly parties: readonly Party[] | undefined;
  readonly template: TypeReference | undefined;
  readonly interface: TypeReference | undefined;
  readonly text: string;
  readonly offset: Offset;
  readonly limit: number;
  /** Position at which to continue: `next` of the previous page; undefined for the first page. */
  readonly after: string | undefined;
}

const defaultLimit = 100;
const maxLimit = 500;
const maxText = 200;

/** Maximum number of items that one request scans. */
export const maxItemsScannedPerSearch = 100_000;

/**
 * Maximum number of items that one request scans if the ledger reads its history from its store.
 */
export const maxItemsScannedInStore = 2_000;

/** Returns the fields of a search. Raises INVALID_ARGUMENT, OFFSET_AFTER_LEDGER_END. */
export const readSearchRequest = (json: unknown, { state }: Ledger): SearchRequest => {
  const object = readJsonObject(json);
  const offset = readOptionalJsonField(object, "offset", readOffset) ?? state.ledgerEnd;
  requireNonNegativeOffset(offset, "offset");
  requireNotAfterLedgerEnd(offset, "offset", state);
  return {
    parties: readOptionalJsonField(object, "parties", createListReader(readJsonString)),
    template: readOptionalJsonField(object, "template", readJsonString),
    interface: readOptionalJsonField(object, "interface", readJsonString),
    text: readOptionalJsonField(object, "text", shortText) ?? "",
    offset,
    limit: readOptionalJsonField(object, "limit", wholeUpTo(maxLimit)) ?? defaultLimit,
    after: readOptionalJsonField(object, "after", readJsonString),
  };
};

/**
 * Returns the value of an optional field, which must be one of `names`. Returns undefined if the
 * field is absent.
 */
export const readOptionalEnumField = <const Name extends string>(
  json: unknown,
  field: string,
  names: readonly Name[],
): Name | undefined =>
  readOptionalJsonField(readJsonObject(json), field, createEnumJsonReader(names));

const shortText: JsonReader<string> = (json) => {
  const text = readJsonString(json);
  if (text.length <= maxText) return text;
  throw createInvalidArgumentError({ expected: `at most ${maxText} characters`, found: text });
};

const wholeUpTo =
  (max: number): JsonReader<number> =>
  (json) => {
    const number = readInt32(json);
    if (number >= 0 && number <= max) return number;
    throw createInvalidArgumentError({
      expected: `a whole number from 0 to ${max}`,
      found: number,
    });
  };

/**
 * Returns the format of the events that the parties of a search see. Raises INVALID_ARGUMENT for a
 * malformed party.
 */
export const createSearchPartyEventFormat = (
  { parties }: SearchRequest,
  { config }: Ledger,
): EventFormat => {
  const format = createEventFormat(parties, []);
  checkEventFormat(format, "parties", config);
  return format;
};

/**
 * Returns the format with the template or the interface of a search; undefined if it has neither.
 * Raises INVALID_ARGUMENT, and the errors of `checkKnownTypes`.
 */
export const readSearchTypeEventFormat = (
  { template, interface: interfaceId, parties }: SearchRequest,
  { config, state }: Ledger,
): EventFormat | undefined => {
  const filters: EventFilter[] = [];
  if (template !== undefined) {
    filters.push({ kind: "template", templateId: template, includeBlob: false });
  }
  if (interfaceId !== undefined) {
    const views = { includeView: false, includeBlob: false };
    filters.push({ kind: "interface", interfaceId, ...views });
  }
  if (filters.length === 0) return undefined;
  const format = createEventFormat(parties, filters);
  const path = template === undefined ? "interface" : "template";
  checkEventFormat(format, path, config);
  checkKnownTypes([format], state.packages);
  return format;
};

const createEventFormat = (
  parties: readonly Party[] | undefined,
  filters: readonly EventFilter[],
): EventFormat =>
  parties === undefined
    ? { filtersByParty: new Map(), filtersForAnyParty: filters, verbose: true }
    : { filtersByParty: new Map(parties.map((party) => [party, filters])), verbose: true };

/** Returns the error for an invalid `after`. */
export const invalidSearchPositionError = (after: string) =>
  createInvalidArgumentError({
    field: "after",
    expected: "`next` of an earlier response",
    found: after,
  });
