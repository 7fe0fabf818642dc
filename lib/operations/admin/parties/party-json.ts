import type { IdentityProviderId } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import {
  createObjectMetaJson,
  emptyObjectMetaJson,
  type ObjectMetaJson,
} from "../resource-meta/object-meta.ts";

/** A party, as JSON of the ledger API. */
export interface PartyDetailsJson {
  readonly party: string;
  readonly isLocal: boolean;
  readonly localMetadata: ObjectMetaJson;
  readonly identityProviderId: string;
}

/**
 * Returns a party as JSON. Parties that only other participants host have no metadata, because this
 * participant has no record of them.
 */
export const createPartyDetailsJson = (details: PartyDetails): PartyDetailsJson => ({
  party: details.party,
  isLocal: details.isLocal,
  localMetadata: details.isLocal
    ? createObjectMetaJson(details.localMetadata)
    : emptyObjectMetaJson,
  identityProviderId: details.identityProviderId,
});

/**
 * Returns the details of a party as an administrator of this identity provider sees them. For a
 * party of another provider, the administrator sees only the id. Administrators of the default
 * provider also see whether such a party is hosted here (ledger-api.md 3.17.5).
 */
export const createVisiblePartyDetails = (
  identityProviderId: IdentityProviderId,
  details: PartyDetails,
): PartyDetailsJson =>
  details.identityProviderId === identityProviderId
    ? createPartyDetailsJson(details)
    : {
        party: details.party,
        isLocal: identityProviderId === "" && details.isLocal,
        localMetadata: emptyObjectMetaJson,
        identityProviderId: "",
      };
