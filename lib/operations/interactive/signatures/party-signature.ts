import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { UnverifiedSignature } from "../keys/signature.ts";

/** The signatures of one party for a prepared transaction. */
export interface SignaturesOfParty {
  readonly party: Party;
  readonly signatures: readonly UnverifiedSignature[];
}
