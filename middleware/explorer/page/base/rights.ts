import { currentUserRights } from "./ledger.ts";

/** Returns true if the user may read as the party. */
export const canReadAs = (party: string): boolean =>
  currentUserRights.value.readsAll || currentUserRights.value.readAs.includes(party);

/** Returns true if the user may act as the party. */
export const canActAs = (party: string): boolean =>
  currentUserRights.value.actsAsAll || currentUserRights.value.actAs.includes(party);
