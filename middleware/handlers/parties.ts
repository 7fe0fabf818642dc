import {
  allocateParty,
  getParticipantId,
  getParties,
  listParties,
  partyKeys,
  updateParty,
} from "../../lib/api.ts";
import { askedByBody, askedByParameters, repeatingId } from "../api/handler.ts";

const changingPartyInPath = repeatingId({
  parameter: "party",
  holder: "partyDetails",
  field: "party",
});

export const partyHandlers = {
  getPartyKeys: askedByParameters(partyKeys, (parameters) => parameters),
  listKnownParties: askedByParameters(
    listParties,
    ({
      "identity-provider-id": identityProviderId,
      "filter-party": filterParty,
      pageSize,
      pageToken,
    }) => ({ identityProviderId, filterParty, pageSize, pageToken }),
  ),
  allocateParty: askedByBody(allocateParty),
  updateParty: changingPartyInPath(askedByBody(updateParty)),
  getParticipantId: askedByParameters(getParticipantId, () => ({})),
  getParties: askedByParameters(
    getParties,
    ({ "identity-provider-id": identityProviderId, party, parties }) => ({
      identityProviderId,
      party,
      parties,
    }),
  ),
};
