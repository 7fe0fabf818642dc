import { missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { ScheduledWorkOptions } from "../../base/scheduling/fair-scheduler.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { checkUpdateFormat, readUpdateFormat } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonReader,
  readBoolean,
  readInt32,
  readJsonObject,
  readJsonString,
  readOffset,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import {
  createUpdateJson,
  type UpdateItem,
  type UpdateJson,
} from "../../views/envelope/update-json.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { listEventFormats } from "../../views/visibility/project-update.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../authorization/caller.ts";
import { requireReadClaimsOfUpdateFormat } from "../authorization/format-claims.ts";
import type { GetUpdatesPageRequest } from "../requests/updates.ts";
import { computeUpdateFormatFingerprint } from "./format-fingerprint.ts";
import type { LazyResultPage } from "./lazy-result-page.ts";
import {
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
  requireNotPruned,
  requirePositiveOffset,
} from "./offset-checks.ts";
import { readRequestedPageSize } from "./page-size.ts";
import {
  createPageTokenCodec,
  type PageTokenCodec,
  requireIssuedPageToken,
} from "./sealed-token.ts";
import { StepwiseIterable } from "./stepwise-iterable.ts";
import { type OffsetRange, UpdateJsonConverter } from "./update-json-converter.ts";

/** A page of updates, with the token of the next page. */
export interface UpdatesPage {
  readonly updates: readonly UpdateItem[];
  /** The page has all visible updates after this offset and up to `highestPageOffsetInclusive`. */
  readonly lowestPageOffsetExclusive: Offset;
  readonly highestPageOffsetInclusive: Offset;
  /**
   * Null on the last page. The pages of an ascending request without end have no last page, because
   * they follow the ledger.
   */
  readonly nextPageToken: string | null;
}

type UpdatesPageParts = LazyResultPage<UpdateItem, Omit<UpdatesPage, "updates">>;

/**
 * Returns one page of updates, ascending or descending, without checkpoints (ledger-api.md 3.17.2).
 * Without an end, ascending pages follow the ledger, and descending pages begin at the offset that
 * was the ledger end when the first page was requested.
 *
 * Raises MISSING_FIELD, INVALID_ARGUMENT, NEGATIVE_OFFSET, NON_POSITIVE_OFFSET, INVALID_FIELD,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, INVALID_UPDATES_PAGE_TOKEN, the errors of `checkKnownTypes`,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updatesPage = (
  ledger: Ledger,
  request: GetUpdatesPageRequest,
  caller: Caller = trustedCaller,
): UpdatesPage => {
  const { items, rest } = getUpdatesPageLazily(ledger, request, caller);
  return { updates: [...items], ...rest() };
};

/**
 * Like {@link updatesPage}, but converts each update only when it is read. Errors are raised by the
 * call itself, not while reading.
 */
export const getUpdatesPageLazily = (
  ledger: Ledger,
  request: GetUpdatesPageRequest,
  caller: Caller = trustedCaller,
): UpdatesPageParts => {
  const requested = readRequest(request);
  const { state, config } = ledger;
  requireReadClaimsOfUpdateFormat(caller, requested.updateFormat);
  const seal = createPageTokenCodec([
    "updates-page",
    state.participantId,
    config.version,
    [
      requested.begin ?? null,
      requested.end ?? null,
      requested.descending,
      requested.maxPageSize ?? null,
    ],
    computeUpdateFormatFingerprint(requested.updateFormat),
  ]);
  const rest = requested.pageToken === undefined ? undefined : openToken(requested.pageToken, seal);
  checkRange(requested, state);
  const pageSize = readRequestedPageSize(requested.maxPageSize, {
    fallback: config.defaultUpdatesPageSize,
    max: config.maxUpdatesPageSize,
  });
  checkUpdateFormat(requested.updateFormat, "updateFormat", config);
  checkKnownTypes(listEventFormats(requested.updateFormat), state.packages);
  const range =
    rest === undefined
      ? getRequestedRange(requested, state)
      : toRemainingRange(rest, requested, state);
  requireNotPruned(range.begin, "beginOffsetExclusive", state);
  const options = { userId: getCallerUserId(caller) };
  return createUpdatesPage(requested, { state, range, pageSize, seal, caller, options });
};

interface UpdatesPageRequest {
  readonly begin: Offset | undefined;
  readonly end: Offset | undefined;
  readonly descending: boolean;
  readonly updateFormat: UpdateFormat;
  readonly maxPageSize: number | undefined;
  /** Undefined for the first page. */
  readonly pageToken: string | undefined;
}

const readRequest: JsonReader<UpdatesPageRequest> = (json) => {
  const object = readJsonObject(json);
  const updateFormat = readOptionalJsonField(object, "updateFormat", readUpdateFormat);
  if (updateFormat === undefined) throw missingFieldError("updateFormat");
  return {
    begin: readOptionalJsonField(object, "beginOffsetExclusive", readOffset),
    end: readOptionalJsonField(object, "endOffsetInclusive", readOffset),
    descending: readOptionalJsonField(object, "descendingOrder", readBoolean) ?? false,
    updateFormat,
    maxPageSize: readOptionalJsonField(object, "maxPageSize", readInt32),
    pageToken: readOptionalJsonField(object, "pageToken", readJsonString),
  };
};

/** Checks the bounds. A begin after the ledger end is valid: the page is empty. */
const checkRange = ({ begin, end }: UpdatesPageRequest, state: LedgerState): void => {
  if (begin !== undefined) requireNonNegativeOffset(begin, "beginOffsetExclusive");
  if (end !== undefined) {
    requirePositiveOffset(end, "endOffsetInclusive");
    requireNotAfterLedgerEnd(end, "endOffsetInclusive", state);
  }
  if (begin !== undefined && end !== undefined && begin > end) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `endOffsetInclusive ${end} is before beginOffsetExclusive ${begin}.`,
    });
  }
};

const getRequestedRange = (
  { begin, end, descending }: UpdatesPageRequest,
  state: LedgerState,
): OffsetRange => ({
  begin: begin ?? state.prunedUpTo,
  end: end ?? state.ledgerEnd,
  descending,
});

/** The range of the following pages. `end` is undefined if the pages follow the ledger. */
interface RemainingPageRange {
  readonly begin: Offset;
  readonly end: Offset | undefined;
}

const openToken = (token: string, seal: PageTokenCodec): RemainingPageRange => {
  requireIssuedPageToken(token, "pageToken");
  const [, begin, end] = /^(\d{1,15})-(\d{1,15})?$/.exec(seal.open(token) ?? "") ?? [];
  if (begin === undefined) throw invalidPageTokenError();
  return { begin: Number(begin), end: end === undefined ? undefined : Number(end) };
};

const toRemainingRange = (
  rest: RemainingPageRange,
  asked: UpdatesPageRequest,
  state: LedgerState,
): OffsetRange => {
  const { begin, end = state.ledgerEnd } = rest;
  // After a revert, the ledger may end before the range of the token.
  if (begin > end || end > state.ledgerEnd) throw invalidPageTokenError();
  const { descending } = asked;
  if (!descending || asked.begin !== undefined) return { begin, end, descending };
  // The request has no lower bound, so the pages begin at the pruning offset, which may have
  // increased.
  const { prunedUpTo } = state;
  return { begin: Math.max(begin, prunedUpTo), end: Math.max(end, prunedUpTo), descending };
};

interface PageQuery {
  readonly state: LedgerState;
  readonly range: OffsetRange;
  readonly pageSize: number;
  readonly seal: PageTokenCodec;
  readonly caller: Caller;
  readonly options: ScheduledWorkOptions;
}

const createUpdatesPage = (
  asked: UpdatesPageRequest,
  { state, range, pageSize, seal, caller, options }: PageQuery,
): UpdatesPageParts => {
  const presenter = new UpdateJsonConverter<UpdateJson>(
    asked.updateFormat,
    createUpdateJson,
    caller,
  );
  let last: Offset | undefined;
  let isFull = false;
  const items = function* (): Generator<UpdateItem | undefined, void, undefined> {
    let count = 0;
    for (const shown of presenter.presentRange(state, range)) {
      if (shown === undefined) {
        yield undefined;
        continue;
      }
      const { offset, json } = shown;
      isFull = count === pageSize;
      if (isFull) return;
      last = offset;
      count++;
      yield { update: json };
    }
  };
  const rest = (): Omit<UpdatesPage, "updates"> => {
    const { read, rest: left } = splitRange(range, isFull ? last : undefined);
    const follows = asked.end === undefined && !asked.descending;
    const isLast = left.begin === left.end && !follows;
    return {
      lowestPageOffsetExclusive: read.begin,
      highestPageOffsetInclusive: read.end,
      nextPageToken: isLast ? null : seal.issue(`${left.begin}-${follows ? "" : String(left.end)}`),
    };
  };
  return { items: new StepwiseIterable(items, options), rest };
};

/**
 * Splits a range into the part that a page covers and the rest. `last` is the last offset on the
 * page; undefined if the page reached the end of the range.
 */
const splitRange = (
  range: OffsetRange,
  last: Offset | undefined,
): { readonly read: OffsetRange; readonly rest: OffsetRange } => {
  const { begin, end, descending } = range;
  const border = descending ? (last ?? begin + 1) - 1 : (last ?? end);
  const lower = { ...range, begin, end: border };
  const upper = { ...range, begin: border, end };
  return descending ? { read: upper, rest: lower } : { read: lower, rest: upper };
};

const invalidPageTokenError = (): LedgerError =>
  ledgerError("INVALID_UPDATES_PAGE_TOKEN", {
    cause:
      "The page token belongs to another request. Repeat the request that returned the token, on the " +
      "same participant, with the same bounds, order, maxPageSize and updateFormat.",
    path: "pageToken",
  });
