import type { LedgerState } from "../../lib/store.ts";

/**
 * Returns all data of a state, including what the ledger reads from its store on demand. The result is equal
 * for equal ledgers.
 */
export const wholeState = (state: LedgerState): unknown => {
  const { log, history, active, ledgerEnd, prunedUpTo, position, synchronizers } = state;
  const happened = [...log.values()];
  return {
    ledgerEnd,
    prunedUpTo,
    position,
    synchronizers,
    happened,
    size: log.size,
    history: [...history.values()],
    offsets: happened.map(({ update }) => update && state.updateOffsets.get(update.updateId)),
    active: [...active.all.entries()].map(([sequence, each]) => [
      sequence,
      each,
      state.contracts.get(each.contract.contractId),
    ]),
    inFlight: [...state.inFlight.entries()],
    parties: [...state.parties.values()],
    users: [...state.users.values()],
    hosting: [...state.hosting.entries()],
  };
};
