import type { IdentityProviderId } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import { noMetaJson, type ObjectMetaJson, objectMetaJson } from "../resource-meta/object-meta.ts";

/** A party, as JSON of the ledger API. */
export interface PartyDetailsJson {
  readonly party: string;
  readonly isLocal: boolean;
  readonly localMetadata: ObjectMetaJson;
  readonly identityProviderId: string;
}

/** Parties hosted elsewhere have no metadata: this participant keeps no record of them. */
export const partyDetailsJson = (details: PartyDetails): PartyDetailsJson => ({
  party: details.party,
  isLocal: details.isLocal,
  localMetadata: details.isLocal ? objectMetaJson(details.localMetadata) : noMetaJson,
  identityProviderId: details.identityProviderId,
});

/**
 * The details as those of an identity provider may see them: of a party that is not its own, nothing
 * but the id, and to those of the default one whether it is hosted here (ledger-api.md 3.17.5).
 */
export const partyDetailsSeenBy = (
  identityProviderId: IdentityProviderId,
  details: PartyDetails,
): PartyDetailsJson =>
  details.identityProviderId === identityProviderId
    ? partyDetailsJson(details)
    : {
        party: details.party,
        isLocal: identityProviderId === "" && details.isLocal,
        localMetadata: noMetaJson,
        identityProviderId: "",
      };
