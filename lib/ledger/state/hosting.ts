import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { ParticipantPermission } from "../../base/model/update.ts";
import type { LedgerState } from "./ledger-state.ts";

/**
 * Returns this participant's permission for the party on the synchronizer; undefined if it does not
 * host the party there. The participant's own party has every permission everywhere. O(log
 * parties).
 */
export const permissionOn = (
  { hosting, participantId }: Pick<LedgerState, "hosting" | "participantId">,
  party: Party,
  synchronizerId: SynchronizerId,
): ParticipantPermission | undefined => {
  // Typed as string: this party id is also a participant id.
  const own: string = participantId;
  return party === own ? "submission" : hosting.get(party)?.get(synchronizerId);
};
