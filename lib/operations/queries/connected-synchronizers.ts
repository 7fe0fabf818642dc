import {
  partyIdGrammar,
  uniqueIdentifierGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { findHostingPermission } from "../../ledger/state/synchronizers.ts";
import { checkOptionalIdentifier } from "../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../views/envelope/readers.ts";
import {
  type ParticipantPermissionJson,
  toParticipantPermissionJson,
} from "../../views/envelope/topology-json.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import {
  determineIdentityProvider,
  requireActiveUser,
  requireAnyAdminClaim,
} from "../authorization/claims.ts";
import type { GetConnectedSynchronizersRequest } from "../requests/state.ts";

/** The synchronizers that the ledger is connected to. */
export interface ConnectedSynchronizersResult {
  /** In order of connection. */
  readonly connectedSynchronizers: readonly ConnectedSynchronizerJson[];
}

/** A connected synchronizer, as JSON of the ledger API. */
export interface ConnectedSynchronizerJson {
  readonly synchronizerAlias: string;
  readonly synchronizerId: SynchronizerId;
  /**
   * The participant's permission for the party on this synchronizer; unspecified if the request
   * names no party.
   */
  readonly permission: ParticipantPermissionJson;
}

/**
 * Returns the synchronizers that this participant is connected to. `request` is
 * `{party?, participantId?, identityProviderId?}`. With a party, returns only those on which
 * `participantId` hosts it (default: this participant); none for an unknown party or participant
 * (ledger-api.md 3.17.3). A request for a party requires an administrator or a right over the
 * party.
 *
 * Raises INVALID_FIELD, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const connectedSynchronizers = (
  { state }: Ledger,
  request: GetConnectedSynchronizersRequest = {},
  caller: Caller = trustedCaller,
): ConnectedSynchronizersResult => {
  const object = readJsonObject(request);
  const party = readOptionalText(object, "party");
  const participantId = readOptionalText(object, "participantId");
  const identityProviderId = readOptionalText(object, "identityProviderId");
  if (party === "") requireActiveUser(caller);
  else requireAbout(caller, party, identityProviderId);
  checkOptionalIdentifier(partyIdGrammar, party, "party");
  checkOptionalIdentifier(uniqueIdentifierGrammar, participantId, "participantId");
  const isThisOne = participantId === "" || participantId === state.participantId;
  if (party !== "" && !isThisOne) return { connectedSynchronizers: [] };
  const permissionOf = (id: SynchronizerId) =>
    party === "" ? undefined : findHostingPermission(state, party, id);
  return {
    connectedSynchronizers: state.synchronizers
      .filter(({ id }) => party === "" || permissionOf(id) !== undefined)
      .map(({ alias, id }) => ({
        synchronizerAlias: alias,
        synchronizerId: id,
        permission: toParticipantPermissionJson(permissionOf(id)),
      })),
  };
};

const requireAbout = (caller: Caller, party: Party, identityProviderId: string): void => {
  if (!operatesAs(caller, party)) requireAnyAdminClaim(caller);
  determineIdentityProvider(caller, identityProviderId);
};

const operatesAs = (caller: Caller, party: Party): boolean => {
  if (caller.kind !== "user") return false;
  const { readAs, readAsAnyParty, executeAs, executeAsAnyParty } = caller.claims;
  return readAsAnyParty || executeAsAnyParty || readAs.has(party) || executeAs.has(party);
};
