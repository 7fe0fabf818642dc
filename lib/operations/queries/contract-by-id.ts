import { ledgerError } from "../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../base/identifiers/identifier-syntax.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson } from "../../views/envelope/event-json.ts";
import {
  checkIdentifierOfUnnamedField,
  requireContractId,
} from "../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readJsonString,
  readOptionalList,
  readOptionalText,
} from "../../views/envelope/readers.ts";
import { intersectWithRequestedParties } from "../../views/visibility/event-format.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireReadAs, requireReadAsAnyParty } from "../authorization/claims.ts";
import type { GetContractRequest } from "../requests/state.ts";

/** An active or archived contract, as a created event. */
export interface ContractByIdResult {
  /** The created event. `offset`, `nodeId`, `acsDelta`, blob and views are empty. */
  readonly createdEvent: CreatedEventJson;
}

/**
 * Returns a contract that has one of the querying parties as stakeholder; without querying parties,
 * any contract. Also returns archived contracts until they are pruned (rules.yaml S4, ledger-api.md
 * 3.5). If the participant has precedence, the response has offset 1 and the blob, like a
 * participant's. Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, CONTRACT_PAYLOAD_NOT_FOUND,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const contractById = (
  { state, config }: Ledger,
  request: GetContractRequest,
  caller: Caller = trustedCaller,
): ContractByIdResult => {
  const object = readJsonObject(request);
  const contractId = readOptionalText(object, "contractId");
  const parties = readOptionalList(object, "queryingParties", readJsonString);
  if (parties.length === 0) requireReadAsAnyParty(caller);
  else requireReadAs(caller, parties);
  requireContractId(contractId, "contractId");
  parties.forEach((party, index) =>
    checkIdentifierOfUnnamedField(partyIdGrammar, party, `queryingParties[${index}]`),
  );
  const contract = state.contracts.get(contractId)?.contract;
  const requested = parties.length === 0 ? "all" : new Set(parties);
  const witnessParties =
    contract && intersectWithRequestedParties(requested, getStakeholders(contract));
  if (contract === undefined || witnessParties === undefined || witnessParties.length === 0) {
    throw ledgerError("CONTRACT_PAYLOAD_NOT_FOUND", {
      cause: `No known contract ${contractId} has a querying party as stakeholder.`,
      resources: [["CONTRACT_ID", contractId]],
    });
  }
  const likeParticipant = config.precedence === "participant";
  const createdEvent = new EventEncoder(state).encodeCreated(
    {
      kind: "created",
      nodeId: 0,
      contract,
      witnessParties,
      acsDelta: false,
      includeBlob: likeParticipant,
      views: [],
    },
    likeParticipant ? 1 : 0,
  );
  return { createdEvent };
};
