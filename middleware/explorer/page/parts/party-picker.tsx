import { knownParties, partyIdsShownToUser } from "../base/ledger.ts";
import { getHintOfPartyId } from "../base/names.ts";
import { PartyLink } from "./names.tsx";
import { Picker, type PickerProps, type PickerSuggestion } from "./picker.tsx";

const maxSuggestions = 40;

/** Input for a party, with suggestions. */
export const PartyPicker = (props: PickerProps) => (
  <Picker {...props} suggest={suggestParties} shorten={getHintOfPartyId} />
);

const suggestParties = (text: string): readonly PickerSuggestion[] => {
  const wanted = text.toLowerCase();
  const found = new Set<string>();
  for (const party of [...knownParties.value, ...partyIdsShownToUser]) {
    if (party.toLowerCase().includes(wanted)) found.add(party);
    if (found.size >= maxSuggestions) break;
  }
  return [...found].map((party) => ({ value: party, content: <PartyLink party={party} isText /> }));
};
