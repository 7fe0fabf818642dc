import type { Party } from "../../../base/identifiers/identifiers.ts";
import { requireListValue, requireValueKind } from "./as-kind.ts";
import type { RuntimeListCell, RuntimeValue } from "./runtime-value.ts";

/** Returns the parties in a Daml list, in any order and possibly with duplicates. */
export const readPartyList = (value: RuntimeValue): readonly Party[] => {
  const list = requireListValue(value);
  return list.kind === "nil" ? noParties : collectParties(list);
};

const noParties: readonly Party[] = [];

const collectParties = (first: RuntimeListCell): readonly Party[] => {
  const parties = [requireValueKind("party", first.head).value];
  for (let rest = first.tail; rest.kind === "cons"; rest = rest.tail) {
    parties.push(requireValueKind("party", rest.head).value);
  }
  return parties;
};
