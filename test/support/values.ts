import type {
  ContractIdValue,
  Int64Value,
  ListValue,
  PartyValue,
  TextValue,
  UnitValue,
  Value,
} from "../../lib/store.ts";

/** Builders of ledger values, for tests that compare them. */
export const unit: UnitValue = { kind: "unit" };
export const text = (value: string): TextValue => ({ kind: "text", value });
export const int64 = (value: bigint): Int64Value => ({ kind: "int64", value });
export const party = (value: string): PartyValue => ({ kind: "party", value });
export const contractId = (value: string): ContractIdValue => ({ kind: "contractId", value });
export const list = (elements: readonly Value[]): ListValue => ({ kind: "list", elements });
