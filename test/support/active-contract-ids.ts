import type { ContractIdHex } from "../../lib/index.ts";
import type { LedgerState } from "../../lib/store.ts";

/** Returns the ids of the active contracts, in the order of their activation. */
export const activeContractIds = ({ active }: Pick<LedgerState, "active">): ContractIdHex[] =>
  Array.from(active.all.values(), ({ contract }) => contract.contractId);
