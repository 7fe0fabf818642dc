import type { Party } from "../base/identifiers/identifiers.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { readOnboarding, verifyOnboarding } from "../operations/interactive/onboard/onboarding.ts";
import { readObject } from "../views/envelope/readers.ts";

/**
 * The party that a second participant is asked to host as well: its transactions are checked as if it were allocated, and
 * nothing is written, as the first participant allocates it. Rejects as `allocateExternalParty` does.
 */
export const coHostedParty = async (
  { state, config }: Pick<Ledger, "state" | "config">,
  body: unknown,
): Promise<{ readonly partyId: Party }> => {
  const { participantId } = state;
  const onboarding = readOnboarding(readObject(body));
  const { party } = await verifyOnboarding(onboarding, participantId, config.otherParticipants);
  return { partyId: party };
};
