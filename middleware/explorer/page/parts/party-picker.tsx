import { knownParties } from "../base/ledger.ts";
import { readPartyHint } from "../base/names.ts";
import { Party } from "./names.tsx";
import { Picker, type PickerProps, type PickerSuggestion } from "./picker.tsx";

const maxSuggestions = 40;

/** Input for a party, with suggestions. */
export const PartyPicker = (props: PickerProps) => (
  <Picker {...props} suggest={suggestParties} shorten={readPartyHint} />
);

const suggestParties = (text: string): readonly PickerSuggestion[] => {
  const wanted = text.toLowerCase();
  const found: string[] = [];
  for (const party of knownParties.value) {
    if (party.toLowerCase().includes(wanted)) found.push(party);
    if (found.length >= maxSuggestions) break;
  }
  return found.map((party) => ({ value: party, content: <Party party={party} isText /> }));
};
