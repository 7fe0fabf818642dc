import type { ContractRecord } from "./ledger-state.ts";

/** Returns true if the contract was unassigned and is not assigned again yet. */
export const isUnassigned = (record: ContractRecord | undefined): boolean =>
  record !== undefined && record.activation === undefined && record.archived === undefined;
