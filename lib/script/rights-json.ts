import type { ScriptUserRight } from "../contracts/daml-lf/script/user-codecs.ts";
import type { RightJson } from "../operations/admin/users/rights.ts";
import type { RightInput, RightKindInput } from "../operations/requests/administration.ts";

/** Converts a right. Scripts and the API use the same names. */
export const toUserRightJson = ({ kind, party }: ScriptUserRight): RightInput => ({
  // The participant rejects unknown kinds.
  kind: { [kind]: { value: party === undefined ? {} : { party } } } as unknown as RightKindInput,
});

export const toScriptRight = ({ kind }: RightJson): ScriptUserRight => {
  const [[name, { value }] = ["", { value: {} }]] = Object.entries(kind);
  return { kind: name, party: "party" in value ? value.party : undefined };
};
