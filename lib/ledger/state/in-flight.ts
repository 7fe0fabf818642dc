import type { ContractRecord } from "./ledger-state.ts";

/** Whether the contract left one synchronizer and has not reached the other: it is active nowhere. */
export const isInFlight = (record: ContractRecord | undefined): boolean =>
  record !== undefined && record.activation === undefined && record.archived === undefined;
