import type { Party } from "../model/identifiers.ts";
import { asKind, asList } from "./builtin.ts";
import { elementsOf, type RuntimeValue } from "./runtime-value.ts";

/** The parties in a Daml list; order and repeats do not matter. */
export const partiesOf = (list: RuntimeValue): readonly Party[] =>
  elementsOf(asList(list)).map((element) => asKind("party", element).party);
