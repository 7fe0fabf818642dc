import type { Party } from "../../../base/identifiers/identifiers.ts";
import { asKind, asList } from "./as-kind.ts";
import type { ConsV, RuntimeValue } from "./runtime-value.ts";

/** Returns the parties in a Daml list, in any order and possibly with duplicates. */
export const readParties = (value: RuntimeValue): readonly Party[] => {
  const list = asList(value);
  return list.kind === "nil" ? noParties : collectParties(list);
};

const noParties: readonly Party[] = [];

const collectParties = (first: ConsV): readonly Party[] => {
  const parties = [asKind("party", first.head).value];
  for (let rest = first.tail; rest.kind === "cons"; rest = rest.tail) {
    parties.push(asKind("party", rest.head).value);
  }
  return parties;
};
