import type { ErrorDetails } from "../../lib/index.ts";

/** An error that shows which numbered rule a request broke; see `spec/rules.yaml`. */
export interface SpecificationRuleOfError {
  readonly rule: string;
  readonly code: ErrorDetails["code"];
  /** Last field of the error's path; absent: any. */
  readonly field?: string;
  /** Operations that the rule applies to; absent: all. */
  readonly operations?: readonly string[];
}

const submissionOperations = [
  "submit",
  "submitAndWait",
  "submitAndWaitForTransaction",
  "submitAndWaitForTransactionTree",
] as const;
const vettingOperations = ["updateVettedPackages", "updateVettedPackagesByPost"] as const;

/** Rules that can be identified by their error. */
export const rulesIdentifiedByError: readonly SpecificationRuleOfError[] = [
  { rule: "C.1", code: "MISSING_FIELD", field: "commands", operations: submissionOperations },
  { rule: "C.2", code: "MISSING_FIELD", field: "commandId", operations: submissionOperations },
  { rule: "C.3", code: "MISSING_FIELD", field: "actAs", operations: submissionOperations },
  { rule: "C.10", code: "DUPLICATE_COMMAND" },
  {
    rule: "C.12",
    code: "INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED",
    field: "disclosedContracts",
  },
  { rule: "C.13", code: "INVALID_PRESCRIBED_SYNCHRONIZER_ID" },
  {
    rule: "C.16",
    code: "INVALID_ARGUMENT",
    field: "tapsMaxPasses",
    operations: submissionOperations,
  },
  { rule: "C.18", code: "INVALID_TOKEN", field: "userId", operations: submissionOperations },
  { rule: "S1.1", code: "OFFSET_AFTER_LEDGER_END", operations: ["getActiveContracts"] },
  { rule: "S1.2", code: "PARTICIPANT_PRUNED_DATA_ACCESSED", operations: ["getActiveContracts"] },
  { rule: "S1.3", code: "NEGATIVE_OFFSET", operations: ["getActiveContracts"] },
  { rule: "S1.9", code: "INVALID_CONTINUATION_TOKEN", operations: ["getActiveContracts"] },
  { rule: "S2.1", code: "MISSING_FIELD", field: "parties", operations: ["getCompletions"] },
  { rule: "S2.2", code: "INVALID_TOKEN", field: "userId", operations: ["getCompletions"] },
  { rule: "S2.3", code: "NEGATIVE_OFFSET", operations: ["getCompletions"] },
  { rule: "S2.4", code: "PARTICIPANT_PRUNED_DATA_ACCESSED", operations: ["getCompletions"] },
  { rule: "S3.1", code: "NON_POSITIVE_OFFSET", operations: ["getTransactionByOffset"] },
  { rule: "S4.1", code: "MISSING_FIELD", field: "contractId", operations: ["getContract"] },
  { rule: "S5.2", code: "MISSING_FIELD", field: "updateMask", operations: ["updateUser"] },
  { rule: "S5.3", code: "INVALID_USER_UPDATE_REQUEST", operations: ["updateUser"] },
  { rule: "S5.4", code: "CONCURRENT_USER_UPDATE_DETECTED" },
  { rule: "S9.1", code: "INVALID_ARGUMENT", field: "changes", operations: vettingOperations },
  {
    rule: "S9.4",
    code: "PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER",
    operations: vettingOperations,
  },
  { rule: "S9.5", code: "TOPOLOGY_SERIAL_MISMATCH" },
  { rule: "S9.6", code: "TOPOLOGY_DEPENDENCIES_NOT_VETTED", operations: vettingOperations },
  { rule: "S9.6", code: "NOT_VALID_UPGRADE_PACKAGE", operations: vettingOperations },
  {
    rule: "S11.1",
    code: "MISSING_FIELD",
    field: "contractId",
    operations: ["getEventsByContractId"],
  },
  {
    rule: "S11.2",
    code: "MISSING_FIELD",
    field: "eventFormat",
    operations: ["getEventsByContractId"],
  },
  { rule: "S12.2", code: "MISSING_FIELD", field: "updateMask", operations: ["updateParty"] },
  { rule: "S12.5", code: "INVALID_PARTY_DETAILS_UPDATE_REQUEST", field: "isLocal" },
  { rule: "S12.4", code: "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED" },
  { rule: "S15.1", code: "MISSING_FIELD", field: "updateId", operations: ["getUpdateById"] },
  { rule: "S15.2", code: "MISSING_FIELD", field: "updateFormat", operations: ["getUpdateById"] },
  {
    rule: "S16.2",
    code: "MISSING_FIELD",
    field: "updateMask",
    operations: ["updateIdentityProvider"],
  },
  { rule: "S16.3", code: "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST" },
];

/**
 * Returns the rule that a request broke, from its error; undefined if the error does not identify
 * exactly one.
 */
export const findSpecificationRuleOfError = (
  { code, path = "" }: ErrorDetails,
  operationId: string,
): string | undefined =>
  rulesIdentifiedByError.find(
    (each) =>
      each.code === code &&
      (each.operations?.includes(operationId) ?? true) &&
      (each.field === undefined || path.split(".").at(-1) === each.field),
  )?.rule;
