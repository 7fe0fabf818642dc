import { partyString, uniqueIdentifier } from "../../base/identifiers/identifier-syntax.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { permissionOn } from "../../ledger/state/hosting.ts";
import { checkIdentifier } from "../../views/envelope/identifier-readers.ts";
import { optionalText, readObject } from "../../views/envelope/readers.ts";
import {
  type ParticipantPermissionJson,
  participantPermissionJson,
} from "../../views/envelope/topology-json.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import {
  requireAnyAdmin,
  requireIdentityProvider,
  requirePublic,
} from "../authorization/claims.ts";
import type { GetConnectedSynchronizersRequest } from "../requests/state.ts";

/** The synchronizers that the ledger is connected to. */
export interface ConnectedSynchronizersResult {
  /** In order of connection. */
  readonly connectedSynchronizers: readonly ConnectedSynchronizerJson[];
}

/** A synchronizer that the participant is connected to, as JSON of the ledger API. */
export interface ConnectedSynchronizerJson {
  readonly synchronizerAlias: string;
  readonly synchronizerId: SynchronizerId;
  /** What the participant may do there for the party; unspecified when none was asked about. */
  readonly permission: ParticipantPermissionJson;
}

/**
 * The synchronizers this participant is connected to. `request` is `{party?, participantId?,
 * identityProviderId?}`; with a party, those where `participantId`, this participant if absent, hosts
 * it: none for a party or participant that is not known (ledger-api.md 3.17.3). About a party an
 * administrator may ask and who may operate as it.
 *
 * Raises INVALID_FIELD, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const connectedSynchronizers = (
  { state }: Ledger,
  request: GetConnectedSynchronizersRequest = {},
  caller: Caller = trustedCaller,
): ConnectedSynchronizersResult => {
  const object = readObject(request);
  const party = optionalText(object, "party");
  const participantId = optionalText(object, "participantId");
  const identityProviderId = optionalText(object, "identityProviderId");
  if (party === "") requirePublic(caller);
  else requireAbout(caller, party, identityProviderId);
  checkIdentifier(partyString, party, "party");
  checkIdentifier(uniqueIdentifier, participantId, "participantId");
  const isThisOne = participantId === "" || participantId === state.participantId;
  if (party !== "" && !isThisOne) return { connectedSynchronizers: [] };
  const permissionOf = (id: SynchronizerId) =>
    party === "" ? undefined : permissionOn(state, party, id);
  return {
    connectedSynchronizers: state.synchronizers
      .filter(({ id }) => party === "" || permissionOf(id) !== undefined)
      .map(({ alias, id }) => ({
        synchronizerAlias: alias,
        synchronizerId: id,
        permission: participantPermissionJson(permissionOf(id)),
      })),
  };
};

const requireAbout = (caller: Caller, party: Party, identityProviderId: string): void => {
  if (!operatesAs(caller, party)) requireAnyAdmin(caller);
  requireIdentityProvider(caller, identityProviderId);
};

const operatesAs = (caller: Caller, party: Party): boolean => {
  if (caller.kind !== "user") return false;
  const { readAs, readAsAnyParty, executeAs, executeAsAnyParty } = caller.claims;
  return readAsAnyParty || executeAsAnyParty || readAs.has(party) || executeAs.has(party);
};
