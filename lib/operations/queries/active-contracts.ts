import { missingFieldError } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { Precedence } from "../../ledger/port/precedence.ts";
import type { ActiveContractItem } from "../../views/envelope/active-contract-json.ts";
import { checkEventFormat, readEventFormat } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
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
import type { GetActiveContractsRequest } from "../requests/state.ts";
import {
  acsSnapshotBeginPosition,
  type AcsSnapshotPosition,
  decodeSnapshotPosition,
} from "./acs-snapshot-position.ts";
import { fingerprintEventFormat } from "./format-fingerprint.ts";
import { readFormatOrLegacyFilter } from "./legacy-format.ts";
import {
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
  requireNotPruned,
} from "./offset-checks.ts";
import {
  createPageTokenCodec,
  type PageTokenCodec,
  requireIssuedPageToken,
} from "./sealed-token.ts";
import { generateAcsSnapshotItems, type ItemsWithUpperBound } from "./snapshot-items.ts";
import { runStepsWithoutYielding, type StepGenerator } from "./step-generator.ts";
import { runStepsInSlices } from "./stepwise-iterable.ts";
import type { StreamWaitOptions } from "./timers.ts";

/**
 * Returns the contracts that were active at an offset, as the parties of the format see them
 * (rules.yaml S1, ledger-api.md 3.2). Checks the request and raises its errors at once. Creates the
 * items while they are read, from the state at the time of the call; that raises no errors.
 *
 * Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, INVALID_CONTINUATION_TOKEN, the errors of `checkKnownTypes`,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const activeContracts = (
  ledger: Ledger,
  request: GetActiveContractsRequest,
  caller: Caller = trustedCaller,
): ItemsWithUpperBound<ActiveContractItem> =>
  runStepsWithoutYielding(findContractsInSteps(ledger, request, caller));

/** Like {@link activeContracts}, but yields to other work. */
export const streamActiveContractsInSlices = (
  ledger: Ledger,
  request: GetActiveContractsRequest,
  caller: Caller,
  options: StreamWaitOptions,
): Promise<ItemsWithUpperBound<ActiveContractItem>> =>
  runStepsInSlices(findContractsInSteps(ledger, request, caller), {
    ...options,
    userId: getCallerUserId(caller),
  });

function* findContractsInSteps(
  ledger: Ledger,
  request: GetActiveContractsRequest,
  caller: Caller,
): StepGenerator<ItemsWithUpperBound<ActiveContractItem>> {
  const {
    activeAtOffset: offset,
    eventFormat,
    streamContinuationToken: token,
  } = readRequest(request, ledger.config.precedence);
  const { state, config } = ledger;
  requireReadClaimsOfFormat(caller, eventFormat);
  checkEventFormat(eventFormat, "eventFormat", config);
  if (token !== undefined) requireIssuedPageToken(token, "streamContinuationToken");
  requireNonNegativeOffset(offset, "activeAtOffset");
  checkKnownTypes([eventFormat], state.packages);
  requireNotAfterLedgerEnd(offset, "activeAtOffset", state);
  if (offset === 0) return noItems;
  requireNotPruned(offset, "activeAtOffset", state);
  const seal = createPageTokenCodec([
    "active-contracts",
    state.participantId,
    config.version,
    offset,
    fingerprintEventFormat(eventFormat),
  ]);
  return yield* generateAcsSnapshotItems({
    state,
    offset,
    matcher: new EventMatcher(eventFormat, state.packages),
    after: token === undefined ? acsSnapshotBeginPosition : openContinuationToken(token, seal),
    tokenOf: (position) => seal.issue(position),
    options: { userId: getCallerUserId(caller) },
  });
}

interface ActiveContractsRequest {
  readonly activeAtOffset: Offset;
  readonly eventFormat: EventFormat;
  /** Undefined for the whole snapshot. */
  readonly streamContinuationToken: string | undefined;
}

const readRequest = (json: unknown, precedence: Precedence): ActiveContractsRequest => {
  const object = readJsonObject(json);
  return {
    activeAtOffset: readActiveAtOffset(object, precedence),
    eventFormat: readFormatOrLegacyFilter(object, {
      name: "eventFormat",
      read: readEventFormat,
      fromLegacy: (format) => format,
    }),
    streamContinuationToken: readOptionalJsonField(
      object,
      "streamContinuationToken",
      readJsonString,
    ),
  };
};

/**
 * Reads the offset. Like a participant, reads a missing offset as 0, unless the specification has
 * precedence.
 */
const readActiveAtOffset = (object: JsonObject, precedence: Precedence): Offset => {
  const offset = readOptionalJsonField(object, "activeAtOffset", readOffset);
  if (offset === undefined && precedence === "specification") {
    throw missingFieldError("activeAtOffset");
  }
  return offset ?? 0;
};

const noItems: ItemsWithUpperBound<never> = { atMost: 0, [Symbol.iterator]: () => [].values() };

const openContinuationToken = (token: string, seal: PageTokenCodec): AcsSnapshotPosition => {
  const position = decodeSnapshotPosition(seal.open(token) ?? "");
  if (position !== undefined) return position;
  throw ledgerError("INVALID_CONTINUATION_TOKEN", {
    cause:
      "The continuation token belongs to another request. Use it with the same participant, " +
      "version, activeAtOffset and eventFormat as in the request that returned it.",
  });
};
