import {
  allocateParty,
  getParticipantId,
  getParties,
  listParties,
  partyKeys,
  updateParty,
} from "../../lib/api.ts";
import { handleBody, handleParameters, requireSameId } from "../api/handler.ts";

const requireSameParty = requireSameId({
  parameter: "party",
  holder: "partyDetails",
  field: "party",
});

export const partyHandlers = {
  getPartyKeys: handleParameters(partyKeys, (parameters) => parameters),
  listKnownParties: handleParameters(
    listParties,
    ({
      "identity-provider-id": identityProviderId,
      "filter-party": filterParty,
      pageSize,
      pageToken,
    }) => ({ identityProviderId, filterParty, pageSize, pageToken }),
  ),
  allocateParty: handleBody(allocateParty),
  updateParty: requireSameParty(handleBody(updateParty)),
  getParticipantId: handleParameters(getParticipantId, () => ({})),
  getParties: handleParameters(
    getParties,
    ({ "identity-provider-id": identityProviderId, party, parties }) => ({
      identityProviderId,
      party,
      parties,
    }),
  ),
};
