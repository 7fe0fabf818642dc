import {
  allocateParty,
  getParticipantId,
  getParties,
  listParties,
  partyKeys,
  updateParty,
} from "../../lib/api.ts";
import {
  createBodyHandler,
  createParametersHandler,
  requireSameIdInPathAndBody,
} from "../api/handler.ts";

const requireSameParty = requireSameIdInPathAndBody({
  parameter: "party",
  holder: "partyDetails",
  field: "party",
});

export const partyHandlers = {
  getPartyKeys: createParametersHandler(partyKeys, (parameters) => parameters),
  listKnownParties: createParametersHandler(
    listParties,
    ({
      "identity-provider-id": identityProviderId,
      "filter-party": filterParty,
      pageSize,
      pageToken,
    }) => ({ identityProviderId, filterParty, pageSize, pageToken }),
  ),
  allocateParty: createBodyHandler(allocateParty),
  updateParty: requireSameParty(createBodyHandler(updateParty)),
  getParticipantId: createParametersHandler(getParticipantId, () => ({})),
  getParties: createParametersHandler(
    getParties,
    ({ "identity-provider-id": identityProviderId, party, parties }) => ({
      identityProviderId,
      party,
      parties,
    }),
  ),
};
