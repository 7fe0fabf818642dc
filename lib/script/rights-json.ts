import type { ScriptRight } from "../contracts/daml-lf/script/user-forms.ts";
import type { RightJson } from "../operations/admin/users/rights.ts";
import type { RightInput, RightKindInput } from "../operations/requests/administration.ts";

/** Rights go by the same names in scripts and in the API. */
export const rightJson = ({ kind, party }: ScriptRight): RightInput => ({
  // Whether there is such a right, the participant tells.
  kind: { [kind]: { value: party === undefined ? {} : { party } } } as unknown as RightKindInput,
});

export const rightFromJson = ({ kind }: RightJson): ScriptRight => {
  const [[name, { value }] = ["", { value: {} }]] = Object.entries(kind);
  return { kind: name, party: "party" in value ? value.party : undefined };
};
