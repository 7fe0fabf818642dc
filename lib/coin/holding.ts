import { List, Optional } from "../templates/containers.ts";
import { defineInterface } from "../templates/define-interface.ts";
import { record } from "../templates/record-type.ts";
import { Party, Timestamp } from "../templates/scalars.ts";
import { Decimal10, InstrumentId } from "./types.ts";

/** Something of value that belongs to somebody, whatever instrument it is of. */
export const Holding = defineInterface("Holding:Holding", {
  view: {
    owner: Party,
    instrumentId: InstrumentId,
    amount: Decimal10,
    lock: Optional(record("Holding:Lock", { holders: List(Party), expiresAt: Timestamp })),
  },
});

/** The instrument of coins of an administrator. */
export const coinInstrument = (dso: Party): { readonly admin: Party; readonly id: string } => ({
  admin: dso,
  id: "Coin",
});
