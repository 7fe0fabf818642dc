import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { uniqueIdentifierGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { checkIdentifierOfUnnamedField } from "../../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireActiveUser } from "../../authorization/claims.ts";
import type { PartyKeysRequest } from "../../requests/interactive.ts";
import { type JsonWebKey, toJsonWebKey } from "../keys/json-web-key.ts";

/**
 * Returns the signing keys of an external party on a synchronizer as a JSON Web Key Set (RFC 7517),
 * with which tokens of the party can be verified. `request` is `{synchronizer, party}`. Requires a
 * valid token of any user.
 *
 * Raises INVALID_ARGUMENT, SYNCHRONIZER_NOT_FOUND, PARTY_SIGNING_KEYS_NOT_FOUND, UNAUTHENTICATED.
 */
export const partyKeys = (
  { state }: Ledger,
  request: PartyKeysRequest,
  caller: Caller = trustedCaller,
): { readonly keys: readonly JsonWebKey[] } => {
  requireActiveUser(caller);
  const body = readJsonObject(request);
  const synchronizer = readOptionalText(body, "synchronizer");
  const party = readOptionalText(body, "party");
  checkIdentifierOfUnnamedField(uniqueIdentifierGrammar, synchronizer, "synchronizer");
  checkIdentifierOfUnnamedField(uniqueIdentifierGrammar, party, "party");
  if (!state.synchronizers.some(({ id }) => id === synchronizer)) {
    throw ledgerError("SYNCHRONIZER_NOT_FOUND", {
      cause: "Could not find synchronizer.",
      resources: [["SYNCHRONIZER_ID", synchronizer]],
      path: "synchronizer",
    });
  }
  const signing = state.signingKeys.get(party)?.get(synchronizer);
  if (signing === undefined) {
    throw ledgerError("PARTY_SIGNING_KEYS_NOT_FOUND", {
      cause: "Could not find signing keys for the requested party.",
      resources: [["PARTY", party]],
      path: "party",
    });
  }
  return { keys: signing.keys.map(toJsonWebKey) };
};
