import type { ErrorCode } from "../../base/errors/catalogue.ts";
import { type ErrorDetails, getErrorCategory } from "../../base/errors/ledger-error.ts";
import { truncateText } from "../../base/errors/truncate-text.ts";
import { isInterpretationError, isRaisedAfterRequestChecks } from "./raised-while-handling.ts";

/** Data that identifies the failed call for an operator. */
export interface FailedCallIdentifiers {
  /**
   * The submission id, which is the correlation id of errors that are raised while a submission is
   * handled.
   */
  readonly correlationId?: string;
  /** The operation of the API that failed. */
  readonly operationId?: string;
  /** The commands of a submission, as errors of their interpretation show them. */
  readonly commands?: string;
  readonly traceId?: string;
  /** Name of the participant without its namespace; absent to omit it from the error. */
  readonly participant?: string;
  /** Data of the call to include in the context of its errors, such as its parties. */
  readonly call?: Readonly<Record<string, string>>;
}

/**
 * Returns the context of an error: data of the participant and of the call, the error's own
 * context, and its classification. Long contexts are truncated so that the whole error stays within
 * the participant's limit of about 4 KB.
 */
export const createErrorContext = (
  details: ErrorDetails,
  { traceId, participant, operationId, commands, call = {} }: FailedCallIdentifiers,
): Readonly<Record<string, string>> => {
  const own = limitContextLength(Object.entries(visibleContext(details)));
  if (isRaisedByJsonLayer(details)) return Object.fromEntries(own);
  const entries: [string, string][] = [];
  if (participant !== undefined) {
    const isQuoted = isRaisedAfterRequestChecks(details, operationId);
    entries.push(["participant", isQuoted ? `'${participant}'` : participant]);
  }
  entries.push(...limitContextLength(Object.entries(call)), ...own);
  if (!withoutAnswer.has(details.code)) {
    entries.push(["definite_answer", String(details.definiteAnswer ?? false)]);
  }
  if (traceId !== undefined) entries.push(["tid", traceId]);
  entries.push(["category", String(getErrorCategory(details).number)]);
  if (commands !== undefined && isInterpretationError(details.code)) {
    entries.push(["commands", truncateText(commands, maxErrorContextLength)]);
  }
  return Object.fromEntries(entries);
};

/**
 * Returns the context without the field name, unless the error is MISSING_FIELD, because a
 * participant includes the field name only in that error.
 */
const visibleContext = ({ code, context }: ErrorDetails): Readonly<Record<string, string>> => {
  if (code === "MISSING_FIELD" || context["field_name"] === undefined) return context;
  return Object.fromEntries(Object.entries(context).filter(([key]) => key !== "field_name"));
};

/** The errors that have no definite-answer flag. Most do not concern a submission. */
const withoutAnswer: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ALLOWED_LANGUAGE_VERSIONS",
  "AMBIGUOUS_VETTING_REFERENCE",
  "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
  "CONCURRENT_USER_UPDATE_DETECTED",
  "DAR_DEPENDENCIES_NOT_VALID",
  "DAR_PARSE_ERROR",
  "DAR_VALIDATION_ERROR",
  "DESCENDING_ORDER_MISSING_END",
  "DUPLICATE_CONFIRMATION_REQUEST_UUID",
  "INVALID_DAR",
  "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
  "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
  "INVALID_USER_UPDATE_REQUEST",
  "INVALID_ZIP_ENTRY",
  "KNOWN_PACKAGE_VERSION",
  "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
  "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
  "NEGATIVE_OFFSET",
  "NON_POSITIVE_OFFSET",
  "NOT_VALID_UPGRADE_PACKAGE",
  "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
  "PROTO_DESERIALIZATION_FAILURE",
  "TOPOLOGY_DEPENDENCIES_NOT_VETTED",
  "TOPOLOGY_INVALID_MAPPING",
  "TOPOLOGY_SERIAL_MISMATCH",
  "TOPOLOGY_STORE_NOT_FOUND",
  "UNRESOLVED_VETTING_REFERENCE",
]);

/**
 * Returns true for errors that a participant's JSON layer raises itself, instead of relaying them
 * from the ledger.
 */
export const isRaisedByJsonLayer = ({ code, layer }: ErrorDetails): boolean =>
  layer === "json" || code === "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";

export const maxErrorContextLength = 2_048;

const limitContextLength = (
  entries: readonly (readonly [string, string])[],
): [string, string][] => {
  let room = maxErrorContextLength;
  const boundedEntries: [string, string][] = [];
  for (const [key, value] of entries) {
    if (room <= key.length) break;
    const text = truncateText(value, room - key.length);
    boundedEntries.push([key, text]);
    room -= key.length + text.length;
  }
  return boundedEntries;
};
