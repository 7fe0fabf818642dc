import { currentRights } from "./ledger.ts";

/** Returns true if the user may read as the party. */
export const canReadAs = (party: string): boolean =>
  currentRights.value.readsAll || currentRights.value.readAs.includes(party);

/** Returns true if the user may act as the party. */
export const canActAs = (party: string): boolean =>
  currentRights.value.actsAsAll || currentRights.value.actAs.includes(party);
