import {
  type ErrorDetails,
  type ErrorResource,
  getErrorCategory,
} from "../../base/errors/ledger-error.ts";
import { truncateText } from "../../base/errors/truncate-text.ts";
import {
  createErrorContext,
  type FailedCallIdentifiers,
  isRaisedByJsonLayer,
  maxErrorContextLength,
} from "./error-context.ts";
import { isRaisedAfterRequestChecks } from "./raised-while-handling.ts";

/** The body of every failed call (ledger-api.md 2.1). */
export interface ErrorBody {
  readonly code: string;
  readonly cause: string;
  readonly correlationId: string | null;
  readonly traceId: string | null;
  readonly context: Readonly<Record<string, string>>;
  readonly resources: readonly ErrorResource[];
  readonly errorCategory: number;
  readonly grpcCodeValue: number | null;
  readonly retryInfo: string | null;
  readonly definiteAnswer: boolean | null;
}

/**
 * Returns the error as a client sees it. Errors of redacted categories show only their gRPC code
 * and the ids of the call.
 */
export const errorBody = (
  details: ErrorDetails,
  identity: FailedCallIdentifiers = {},
): ErrorBody => {
  const { number, grpcCode, retryable } = getErrorCategory(details);
  const common = {
    correlationId: chooseCorrelationId(details, identity) ?? null,
    traceId: identity.traceId ?? null,
    grpcCodeValue: grpcCode,
  };
  if (isRedacted(details)) return { ...redactedBody, ...common };
  if (details.form === "status") return statusBody(details, grpcCode);
  return {
    code: details.code,
    cause: truncateErrorCause(details),
    ...common,
    context: createErrorContext(details, identity),
    resources: details.resources.map(resource(details)),
    errorCategory: number,
    retryInfo: retryable ? "1 second" : null,
    definiteAnswer: isRaisedByJsonLayer(details) ? (details.definiteAnswer ?? false) : null,
  };
};

/**
 * Returns the correlation id: the trace id for redacted errors and for those of the JSON layer,
 * otherwise the submission id if there is one.
 */
const chooseCorrelationId = (
  details: ErrorDetails,
  { correlationId, operationId, traceId }: FailedCallIdentifiers,
): string | undefined => {
  if (isRedacted(details) || isRaisedByJsonLayer(details)) return traceId;
  if (!isRaisedAfterRequestChecks(details, operationId)) return undefined;
  // A topology change is a submission of the participant itself, so its submission id is in the
  // error's context.
  return details.context["submissionId"]?.replaceAll("'", "") ?? correlationId;
};

/** Returns the body of an error that is reported only as a gRPC status. */
const statusBody = (details: ErrorDetails, grpcCode: number): ErrorBody => ({
  ...redactedBody,
  code: truncateErrorCause(details),
  cause: `${statusNames[grpcCode] ?? grpcCode}: ${truncateErrorCause(details)}`,
  correlationId: null,
  traceId: null,
  grpcCodeValue: grpcCode,
});

const statusNames: Readonly<Record<number, string>> = { 3: "INVALID_ARGUMENT", 5: "NOT_FOUND" };

/**
 * Returns the HTTP status of an error, 400 to 599, from the category of its code; 413 for lists
 * that are too long (ledger-api.md 2.2, 4.1).
 */
export const httpStatus = (details: ErrorDetails): number =>
  details.code === "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED"
    ? 413
    : (statusOfGrpcCode[getErrorCategory(details).grpcCode] ?? 500);

/**
 * The cause that clients see for a redacted error. It must be the same text as on a participant,
 * because clients compare it.
 */
export const redactedErrorCause = "A security-sensitive error has been received";

/** Returns the cause, truncated at the length at which a participant truncates it. */
export const truncateErrorCause = ({ cause }: ErrorDetails): string =>
  cause.length <= maxCauseLength ? cause : `${cause.slice(0, maxCauseLength)}...`;

const maxCauseLength = 512;

const redactedBody = {
  code: "NA",
  cause: redactedErrorCause,
  context: {},
  resources: [],
  errorCategory: -1,
  retryInfo: null,
  definiteAnswer: null,
} as const;

/**
 * Returns true if clients see only the ids of the failed call, with code NA and without the cause.
 */
export const isRedacted = (details: ErrorDetails): boolean =>
  getErrorCategory(details).redacted && !isRaisedByJsonLayer(details);

/**
 * Returns a resource for the error body. Errors that a participant's JSON layer relays from the
 * ledger have the type in its debug form (ledger-api.md 2.1).
 */
const resource =
  (details: ErrorDetails) =>
  ([type, name]: ErrorResource): ErrorResource => [
    isRaisedByJsonLayer(details) ? type : `ErrorResource(${type})`,
    truncateText(name, maxErrorContextLength),
  ];

const statusOfGrpcCode: Readonly<Record<number, number>> = {
  0: 200,
  1: 499,
  2: 500,
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  11: 400,
  12: 501,
  13: 500,
  14: 503,
  15: 500,
  16: 401,
};
