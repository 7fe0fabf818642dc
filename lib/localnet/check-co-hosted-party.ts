import type { Party } from "../base/identifiers/identifiers.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { readOnboarding, verifyOnboarding } from "../operations/interactive/onboard/onboarding.ts";
import { readObject } from "../views/envelope/readers.ts";

/**
 * Checks the onboarding transactions of a party that a second participant is to host too, and returns the
 * party. The checks are those of an allocation, but nothing is written, because the first participant
 * allocates the party. Rejects with the errors of `allocateExternalParty`.
 */
export const checkCoHostedParty = async (
  { state, config }: Pick<Ledger, "state" | "config">,
  body: unknown,
): Promise<{ readonly partyId: Party }> => {
  const { participantId } = state;
  const onboarding = readOnboarding(readObject(body));
  const { party } = await verifyOnboarding(onboarding, participantId, config.otherParticipants);
  return { partyId: party };
};
