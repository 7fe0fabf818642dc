import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { ParticipantPermission } from "../../base/model/update.ts";
import type { LedgerState } from "./ledger-state.ts";

/**
 * What this participant may do for the party on the synchronizer; undefined when it does not host it
 * there. For its own party it may do everything everywhere. O(log parties).
 */
export const permissionOn = (
  { hosting, participantId }: Pick<LedgerState, "hosting" | "participantId">,
  party: Party,
  synchronizerId: SynchronizerId,
): ParticipantPermission | undefined => {
  // As a string: a party id that is a participant id too.
  const own: string = participantId;
  return party === own ? "submission" : hosting.get(party)?.get(synchronizerId);
};
