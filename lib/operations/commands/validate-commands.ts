import {
  createInvalidArgumentError,
  invalidFieldError,
  missingFieldError,
} from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import { createInternalErrorForArgument } from "../../base/errors/unexpected-error.ts";
import {
  ledgerStringGrammar,
  partyIdGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { Micros, Party, SynchronizerId, UserId } from "../../base/identifiers/identifiers.ts";
import type { DeduplicationPeriod } from "../../base/model/completion.ts";
import { createPartySet, type PartySet, subtractParties } from "../../base/model/party-set.ts";
import type { Submission } from "../../base/model/update.ts";
import { isRequestDecodingError } from "../../base/values/json-error.ts";
import { maxTimestampMicros, minTimestampMicros } from "../../base/values/time.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
  requireContractId,
  requireIdentifier,
} from "../../views/envelope/identifier-readers.ts";
import { readElementsWithPath } from "../../views/envelope/readers.ts";
import type { Caller } from "../authorization/caller.ts";
import { requireActAs, requireReadAs, resolveRequestedUser } from "../authorization/claims.ts";
import type { CommandsRequest, RequestedDeduplicationPeriod } from "./commands-request.ts";
import type { CommandValueFault } from "./translate-commands.ts";

/**
 * The fields of a commands record after validation. Checks that need the ledger's state come later.
 */
export interface ValidatedCommandsFields {
  readonly submission: Submission;
  readonly readAs: PartySet;
  readonly synchronizerId: SynchronizerId | undefined;
  readonly minLedgerTime: Micros | undefined;
  readonly deduplicationPeriod: DeduplicationPeriod | undefined;
}

export interface CommandsValidationContext {
  /** The user that submits the commands. */
  readonly userId: UserId;
  /** The time from which a relative ledger time counts. */
  readonly receivedAt: Micros;
  /** True if the command id is optional. */
  readonly choosesCommandId: boolean;
  /** Faults of values that the translation found. */
  readonly faults: readonly CommandValueFault[];
}

/**
 * Checks the fields of commands in the order of ledger-api.md 3.6.1, rows 1 to 10.
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, NEGATIVE_OFFSET.
 */
export const validateCommands = (
  request: CommandsRequest,
  { userId, receivedAt, choosesCommandId, faults }: CommandsValidationContext,
): ValidatedCommandsFields => {
  const workflowId = checkWorkflowId(request.workflowId);
  requireIdentifier(userIdGrammar, userId, "userId");
  const checkCommandId = choosesCommandId ? checkOptionalIdentifier : requireIdentifier;
  const commandId = checkCommandId(ledgerStringGrammar, request.commandId, "commandId");
  const submissionId = checkOptionalIdentifier(
    ledgerStringGrammar,
    request.submissionId,
    "submissionId",
  );
  const actAs = readPartySet("actAs", request.actAs);
  const readAs = subtractParties(readPartySet("readAs", request.readAs), actAs);
  const synchronizerId = checkOptionalIdentifier(
    uniqueIdentifierGrammar,
    request.synchronizerId,
    "synchronizerId",
  );
  checkCommands(request, faults);
  return {
    submission: { userId, commandId, workflowId, submissionId, actAs },
    readAs,
    synchronizerId: synchronizerId === "" ? undefined : synchronizerId,
    minLedgerTime: computeMinLedgerTime(request, receivedAt),
    deduplicationPeriod: validateDeduplicationPeriod(request.deduplicationPeriod),
  };
};

const checkWorkflowId = (workflowId: string): string =>
  workflowId === ""
    ? ""
    : checkIdentifierOfUnnamedField(ledgerStringGrammar, workflowId, "workflowId");

const readPartySet = (field: "actAs" | "readAs", parties: readonly string[]): PartySet => {
  parties.forEach((party: Party, index) =>
    checkIdentifierOfUnnamedField(partyIdGrammar, party, `${field}[${index}]`),
  );
  return createPartySet(parties);
};

const checkCommands = (
  { commands }: CommandsRequest,
  faults: readonly CommandValueFault[],
): void => {
  if (commands.length === 0) throw missingFieldError("commands");
  const fault = faults.find(
    ({ command, error }) => command !== undefined && isRequestDecodingError(error),
  );
  const before = fault?.command === undefined ? commands : commands.slice(0, fault.command + 1);
  readElementsWithPath(exercisePath, before, ({ kind, value }) => {
    if (kind === "ExerciseCommand") requireContractId(value.contractId, "contractId");
  });
  if (fault !== undefined) throw fault.error;
};

const exercisePath = (index: number): string => `commands[${index}].ExerciseCommand`;

/**
 * Returns the earliest ledger time that the request allows, which it states as an absolute or a
 * relative time; undefined if it states none. Raises INVALID_ARGUMENT.
 */
export const computeMinLedgerTime = (
  request: Pick<CommandsRequest, "minLedgerTimeAbs" | "minLedgerTimeRel">,
  receivedAt: Micros,
): Micros | undefined => {
  const { minLedgerTimeAbs, minLedgerTimeRel } = request;
  if (minLedgerTimeAbs !== undefined && minLedgerTimeRel !== undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "At most one of minLedgerTimeAbs and minLedgerTimeRel may be set.",
      path: "minLedgerTimeRel",
    });
  }
  if (minLedgerTimeRel === undefined) return minLedgerTimeAbs;
  const time = receivedAt + minLedgerTimeRel;
  if (time >= minTimestampMicros && time <= maxTimestampMicros) return time;
  throw createInvalidArgumentError({
    field: "minLedgerTimeRel",
    expected: "a duration that leads to a ledger time in the years 0001 to 9999",
  });
};

/**
 * Returns the checked deduplication period. Raises INVALID_FIELD and NEGATIVE_OFFSET for a negative
 * one, and LEDGER_API_INTERNAL_ERROR (like a participant) for one that is more precise than
 * microseconds.
 */
export const validateDeduplicationPeriod = (
  period: RequestedDeduplicationPeriod | undefined,
): DeduplicationPeriod | undefined => {
  switch (period?.kind) {
    case undefined:
      return undefined;
    case "duration":
      return { kind: "duration", micros: wholeMicros(period.nanos) };
    case "offset":
      if (period.offset >= 0) return period;
      throw ledgerError("NEGATIVE_OFFSET", {
        cause: `The offset in deduplicationPeriod is ${period.offset}. It must not be negative.`,
        path: "deduplicationPeriod",
      });
  }
};

const wholeMicros = (nanos: bigint): Micros => {
  const field = "deduplicationPeriod";
  if (nanos < 0n) throw invalidFieldError({ field, expected: "a duration that is not negative" });
  if (nanos % 1_000n === 0n) return nanos / 1_000n;
  throw createInternalErrorForArgument({
    field,
    expected: "a duration of whole microseconds",
    found: nanos,
  });
};

/**
 * Checks the keys to prefetch, their limits, and the maximum number of passes of package selection
 * (ledger-api.md 3.6.1, rows 13 and 14; rules.yaml C.16). Raises INVALID_ARGUMENT.
 */
export const validatePrefetchAndSelectionLimits = (
  { prefetchContractKeys, tapsMaxPasses }: CommandsRequest,
  { precedence, tapsMaxPassesLimit }: LedgerConfig,
  faults: readonly CommandValueFault[],
): void => {
  const fault = faults.find(
    ({ command, error }) => command === undefined && isRequestDecodingError(error),
  );
  if (fault !== undefined) throw fault.error;
  prefetchContractKeys.forEach(({ limit }, index) => {
    // A negative limit means the largest possible limit (docs/reference/ledger-api.md).
    if (limit === undefined || (limit !== 0n && limit < 2n ** 32n)) return;
    throw createInvalidArgumentError({
      field: `prefetchContractKeys[${index}].limit`,
      expected: "a number from 1 to 2147483647",
      found: limit,
    });
  });
  if (tapsMaxPasses === undefined) return;
  // A participant reduces a larger number to its maximum.
  const isWithin = tapsMaxPasses <= tapsMaxPassesLimit || precedence === "participant";
  if (tapsMaxPasses > 0 && isWithin) return;
  throw createInvalidArgumentError({
    field: "tapsMaxPasses",
    expected: `1 to ${tapsMaxPassesLimit} passes`,
    found: tapsMaxPasses,
  });
};

/**
 * Returns the user that submits the commands. Requires that the caller is that user, may act as
 * every party in actAs, and may read as every party in readAs (rules.yaml A.2, A.3). Raises
 * UNAUTHENTICATED, PERMISSION_DENIED, INVALID_TOKEN.
 */
export const authorizeCommands = (
  caller: Caller,
  { userId, actAs, readAs }: Pick<CommandsRequest, "userId" | "actAs" | "readAs">,
): UserId => {
  const user = resolveRequestedUser(caller, userId);
  requireActAs(caller, actAs);
  requireReadAs(caller, readAs);
  return user;
};
