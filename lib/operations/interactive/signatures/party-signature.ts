import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Signature } from "../keys/signature.ts";

/** A signature of a prepared transaction, with its party. */
export interface PartySignature {
  readonly party: Party;
  readonly signatures: readonly Signature[];
}
