import { type ErrorDetails, ledgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId } from "../../base/identifiers/identifiers.ts";

/** Returns the error of a transaction whose inputs other submissions in flight consume. */
export const createLockedContractsError = (contractIds: readonly ContractId[]): ErrorDetails =>
  ledgerError("LOCAL_VERDICT_LOCKED_CONTRACTS", {
    cause: `Other transactions in flight are consuming the contracts ${contractIds.join(", ")}.`,
    context: { CONTRACT_ID: `List(${contractIds.join(", ")})` },
    resources: contractIds.map((contractId) => ["CONTRACT_ID", contractId] as const),
  }).details;
