import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Signature } from "../keys/signature.ts";

/** What a party signed a prepared transaction with. */
export interface PartySignature {
  readonly party: Party;
  readonly signatures: readonly Signature[];
}
