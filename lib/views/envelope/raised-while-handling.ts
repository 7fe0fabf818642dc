import type { ErrorCode } from "../../base/errors/catalogue.ts";
import type { ErrorDetails } from "../../base/errors/ledger-error.ts";

/**
 * Returns true for errors that a participant raises while it handles a request, after its first
 * checks. In the responses of such errors, the name of the participant is in quotes, and the
 * correlation id is the submission id. The lists in this file were
 * derived from recorded responses.
 */
export const isRaisedAfterRequestChecks = (
  { code, path = "" }: ErrorDetails,
  operationId = "",
): boolean => {
  if (isInterpretationError(code) || handlingErrorCodes.has(code)) return true;
  if (formatErrorCodes.has(code)) {
    return streamOperations.has(operationId) || snapshotOperations.has(operationId);
  }
  if (code === "UPDATE_NOT_FOUND") return lookUpByOffsetOperations.has(operationId);
  if (code === "USER_NOT_FOUND") return !operationId.startsWith("allocate");
  if (!validationErrorCodes.has(code)) return false;
  if (operationId.endsWith("Reassignment")) return code !== "INVALID_ARGUMENT";
  if (submissionOperations.has(operationId)) return !earlyCheckedPathPattern.test(path);
  return validatingOperations.has(operationId);
};

/**
 * Returns true for errors of the interpretation of commands. A participant includes the commands in
 * the context of these errors.
 */
export const isInterpretationError = (code: ErrorCode): boolean =>
  interpretationErrorCodes.has(code) || code.startsWith("INTERPRETATION_");

const interpretationErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "COMMAND_PREPROCESSING_FAILED",
  "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
  "CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE",
  "CONTRACT_HASHING_ERROR",
  "CONTRACT_ID_COMPARABILITY",
  "CONTRACT_ID_IN_CONTRACT_KEY",
  "CONTRACT_KEY_NOT_FOUND",
  "CONTRACT_NOT_ACTIVE",
  "CONTRACT_NOT_FOUND",
  "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
  "DAML_AUTHORIZATION_ERROR",
  "DAML_EFFECTFUL_ROLLBACK_ERROR",
  "DAML_FAILURE",
  "DAML_INTERPRETATION_ERROR",
  "DAML_INTERPRETER_INVALID_ARGUMENT",
  "DISCLOSED_CONTRACTS_SYNCHRONIZER_ID_MISMATCH",
  "FAILED_TO_PREPARE_TRANSACTION",
  "FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS",
  "MALFORMED_TEXT",
  "NON_COMPARABLE_VALUES",
  "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH",
  "TEMPLATE_PRECONDITION_VIOLATED",
  "UNSUPPORTED_CONTRACT_ID",
  "VALUE_NESTING",
  "WRONGLY_TYPED_CONTRACT",
]);

const handlingErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
  "CONCURRENT_USER_UPDATE_DETECTED",
  "CONTRACT_EVENTS_NOT_FOUND",
  "DESCENDING_ORDER_MISSING_END",
  "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
  "INVALID_UPDATES_PAGE_TOKEN",
  "INVALID_USER_UPDATE_REQUEST",
  "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
  "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
  "NON_POSITIVE_OFFSET",
  "OFFSET_AFTER_LEDGER_END",
  "OFFSET_OUT_OF_RANGE",
  "PACKAGE_NOT_FOUND",
  "TOO_MANY_USER_RIGHTS",
  "USER_ALREADY_EXISTS",
]);

const formatErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "PACKAGE_NAMES_NOT_FOUND",
]);

const validationErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "INVALID_ARGUMENT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "NEGATIVE_OFFSET",
]);

/**
 * Matches the paths of fields of a submission that a participant checks before it handles the
 * submission.
 */
const earlyCheckedPathPattern =
  /^(?:commands\.)?(?:actAs|synchronizerId|packageIdSelectionPreference)\b/;

const streamOperations: ReadonlySet<string> = new Set([
  "getCommandCompletions",
  "getCompletions",
  "getUpdates",
  "getUpdatesFlats",
  "getUpdatesPage",
  "getUpdatesTrees",
]);

const snapshotOperations: ReadonlySet<string> = new Set([
  "getActiveContracts",
  "getActiveContractsPage",
  "getActiveContractsPageByGet",
]);

const lookUpByOffsetOperations: ReadonlySet<string> = new Set([
  "getTransactionByOffset",
  "getTransactionTreeByOffset",
  "getUpdateByOffset",
]);

const submissionOperations: ReadonlySet<string> = new Set([
  "executeSubmission",
  "executeSubmissionAndWait",
  "executeSubmissionAndWaitForTransaction",
  "prepareSubmission",
  "submit",
  "submitAndWait",
  "submitAndWaitForTransaction",
  "submitAndWaitForTransactionTree",
]);

/** Operations other than submissions that check a request while they handle it. */
const validatingOperations: ReadonlySet<string> = new Set([
  ...streamOperations,
  ...lookUpByOffsetOperations,
  "allocateExternalParty",
  "allocateParty",
  "createUser",
  "deleteUser",
  "generateExternalPartyTopology",
  "getPackage",
  "getPackageStatus",
  "getParties",
  "getTransactionById",
  "getTransactionTreeById",
  "getUpdateById",
  "getUser",
  "grantUserRights",
  "listUserRights",
  "listUsers",
  "revokeUserRights",
  "updateParty",
  "updateUser",
]);
