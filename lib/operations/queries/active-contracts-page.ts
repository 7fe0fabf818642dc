import { missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { ScheduledWorkOptions } from "../../base/scheduling/fair-scheduler.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { ActiveContractItem } from "../../views/envelope/active-contract-json.ts";
import { checkEventFormat, readEventFormat } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonReader,
  readInt32,
  readJsonObject,
  readJsonString,
  readOffset,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../authorization/caller.ts";
import { requireReadClaimsOfFormat } from "../authorization/format-claims.ts";
import type { GetActiveContractsPageRequest } from "../requests/state.ts";
import {
  acsSnapshotBeginPosition,
  type AcsSnapshotPosition,
  decodeSnapshotPosition,
} from "./acs-snapshot-position.ts";
import { fingerprintEventFormat } from "./format-fingerprint.ts";
import type { LazyResultPage } from "./lazy-result-page.ts";
import {
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
  requireNotPruned,
} from "./offset-checks.ts";
import { readRequestedPageSize } from "./page-size.ts";
import {
  createPageTokenCodec,
  type PageTokenCodec,
  requireIssuedPageToken,
} from "./sealed-token.ts";
import { generateAcsSnapshotItems } from "./snapshot-items.ts";
import { runStepsWithoutYielding, type StepGenerator } from "./step-generator.ts";
import { runStepsInSlices, StepwiseIterable } from "./stepwise-iterable.ts";

/** A page of active contracts, with the token of the next page. */
export interface ActiveContractsPage {
  /** The contracts. The `streamContinuationToken` of each is `""`. */
  readonly activeContracts: readonly ActiveContractItem[];
  readonly activeAtOffset: Offset;
  /** Null on the last page. */
  readonly nextPageToken: string | null;
}

type ActiveContractsPageParts = LazyResultPage<
  ActiveContractItem,
  Omit<ActiveContractsPage, "activeContracts">
>;

/**
 * Returns one page of the contracts that were active at an offset; the default is the ledger end.
 * The first page fixes the offset for the following pages (ledger-api.md 3.17.2).
 *
 * Raises MISSING_FIELD, INVALID_ARGUMENT, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, INVALID_FIELD, INVALID_ACS_PAGE_TOKEN, the errors of
 * `checkKnownTypes`, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const activeContractsPage = (
  ledger: Ledger,
  request: GetActiveContractsPageRequest,
  caller: Caller = trustedCaller,
): ActiveContractsPage => {
  const { items, rest } = runStepsWithoutYielding(pageSteps(ledger, request, caller));
  return { activeContracts: [...items], ...rest() };
};

/**
 * Like {@link activeContractsPage}, but yields to other work, and converts each contract only when
 * it is read. All errors are raised before the first contract is read.
 */
export const getActiveContractsPageLazily = (
  ledger: Ledger,
  request: GetActiveContractsPageRequest,
  caller: Caller,
  options: { readonly signal?: AbortSignal },
): Promise<ActiveContractsPageParts> =>
  runStepsInSlices(pageSteps(ledger, request, caller), {
    ...options,
    userId: getCallerUserId(caller),
  });

function* pageSteps(
  ledger: Ledger,
  request: GetActiveContractsPageRequest,
  caller: Caller,
): StepGenerator<ActiveContractsPageParts> {
  const { eventFormat, pageToken, maxPageSize, ...requested } = readRequest(request);
  const { state, config } = ledger;
  requireReadClaimsOfFormat(caller, eventFormat);
  checkEventFormat(eventFormat, "eventFormat", config);
  const pageSize = readRequestedPageSize(maxPageSize, {
    fallback: config.defaultActiveContractsPageSize,
    max: config.maxActiveContractsPageSize,
  });
  if (pageToken !== undefined) requireIssuedPageToken(pageToken, "pageToken");
  if (requested.activeAtOffset !== undefined) {
    requireNonNegativeOffset(requested.activeAtOffset, "activeAtOffset");
  }
  checkKnownTypes([eventFormat], state.packages);
  const seal = createPageTokenCodec([
    "active-contracts-page",
    state.participantId,
    config.version,
    requested.activeAtOffset ?? null,
    fingerprintEventFormat(eventFormat),
  ]);
  const { offset, after } =
    pageToken === undefined
      ? { offset: requested.activeAtOffset ?? state.ledgerEnd, after: acsSnapshotBeginPosition }
      : openPageToken(pageToken, seal);
  requireNotAfterLedgerEnd(offset, "activeAtOffset", state);
  const matcher = new EventMatcher(eventFormat, state.packages);
  const options = { userId: getCallerUserId(caller) };
  return yield* createPageInSteps({ state, offset, after, matcher, pageSize, seal, options });
}

interface ActiveContractsPageRequest {
  readonly activeAtOffset: Offset | undefined;
  readonly eventFormat: EventFormat;
  readonly maxPageSize: number | undefined;
  /** Undefined for the first page. */
  readonly pageToken: string | undefined;
}

const readRequest: JsonReader<ActiveContractsPageRequest> = (json) => {
  const object = readJsonObject(json);
  const eventFormat = readOptionalJsonField(object, "eventFormat", readEventFormat);
  if (eventFormat === undefined) throw missingFieldError("eventFormat");
  return {
    activeAtOffset: readOptionalJsonField(object, "activeAtOffset", readOffset),
    eventFormat,
    maxPageSize: readOptionalJsonField(object, "maxPageSize", readInt32),
    pageToken: readOptionalJsonField(object, "pageToken", readJsonString),
  };
};

interface PageQuery {
  readonly state: LedgerState;
  readonly offset: Offset;
  readonly after: AcsSnapshotPosition;
  readonly matcher: EventMatcher;
  readonly pageSize: number;
  readonly seal: PageTokenCodec;
  readonly options: ScheduledWorkOptions;
}

function* createPageInSteps(query: PageQuery): StepGenerator<ActiveContractsPageParts> {
  const { state, offset, after, matcher, pageSize, seal, options } = query;
  if (offset === 0) {
    return { items: [], rest: () => ({ activeAtOffset: 0, nextPageToken: null }) };
  }
  requireNotPruned(offset, "activeAtOffset", state);
  const all = yield* generateAcsSnapshotItems({
    state,
    offset,
    after,
    matcher,
    tokenOf: (position) => position,
    options,
  });
  let nextPageToken: string | null = null;
  const items = function* (): Generator<ActiveContractItem | undefined, void, undefined> {
    let count = 0;
    let last = "";
    for (const item of all.steps()) {
      if (item === undefined) {
        yield undefined;
        continue;
      }
      if (count === pageSize) {
        nextPageToken = seal.issue(`${offset}/${last}`);
        return;
      }
      last = item.streamContinuationToken;
      count++;
      yield { ...item, streamContinuationToken: "" };
    }
  };
  return {
    items: new StepwiseIterable(items, options),
    rest: () => ({ activeAtOffset: offset, nextPageToken }),
  };
}

const openPageToken = (
  token: string,
  seal: PageTokenCodec,
): { readonly offset: Offset; readonly after: AcsSnapshotPosition } => {
  const [, offset, position] = /^(\d{1,15})\/(.+)$/.exec(seal.open(token) ?? "") ?? [];
  const after = decodeSnapshotPosition(position ?? "");
  if (offset === undefined || after === undefined) throw invalidPageTokenError();
  return { offset: Number(offset), after };
};

const invalidPageTokenError = (): LedgerError =>
  ledgerError("INVALID_ACS_PAGE_TOKEN", {
    cause:
      "The page token belongs to another request. Repeat the request that returned the token, on the " +
      "same participant, with the same activeAtOffset and eventFormat.",
    path: "pageToken",
  });
