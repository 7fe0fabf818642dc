import type { Party } from "../base/identifiers/identifiers.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import {
  readOnboardingTransactions,
  verifyPartyOnboarding,
} from "../operations/interactive/onboard/onboarding.ts";
import { readJsonObject } from "../views/envelope/readers.ts";

/**
 * Checks the onboarding transactions of a party that a second participant is to host too, and returns the
 * party. The checks are those of an allocation, but nothing is written, because the first participant
 * allocates the party. Rejects with the errors of `allocateExternalParty`.
 */
export const verifyCoHostedPartyOnboarding = async (
  { state, config }: Pick<Ledger, "state" | "config">,
  body: unknown,
): Promise<{ readonly partyId: Party }> => {
  const { participantId } = state;
  const onboarding = readOnboardingTransactions(readJsonObject(body));
  const { party } = await verifyPartyOnboarding(
    onboarding,
    participantId,
    config.otherParticipants,
  );
  return { partyId: party };
};
