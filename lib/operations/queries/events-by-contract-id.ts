import { missingFieldError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type {
  ContractId,
  Offset,
  Party,
  SynchronizerId,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { EventPosition } from "../../ledger/state/activation.ts";
import type { ContractRecord, LedgerState } from "../../ledger/state/ledger-state.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import { checkEventFormat, readEventFormat } from "../../views/envelope/event-format-reader.ts";
import type { ArchivedEventJson, CreatedEventJson } from "../../views/envelope/event-json.ts";
import { requireContractId } from "../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
} from "../../views/envelope/readers.ts";
import { intersectWithRequestedParties } from "../../views/visibility/event-format.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import type { VisibleArchivedEvent } from "../../views/visibility/visible-event.ts";
import { type Caller, trustedCaller } from "../authorization/caller.ts";
import { requireActiveUser } from "../authorization/claims.ts";
import { requireReadClaimsOfFormat } from "../authorization/format-claims.ts";
import type { GetEventsByContractIdRequest } from "../requests/state.ts";

/** The created and the archived event of a contract, if they are visible. */
export interface EventsByContractIdResult {
  readonly created: CreatedJson;
  /** Null while the contract is not archived. */
  readonly archived: ArchivedJson | null;
}

/** The create of a contract, with its synchronizer. */
export interface CreatedJson {
  readonly createdEvent: CreatedEventJson;
  readonly synchronizerId: SynchronizerId;
}

/** The archive of a contract. */
export interface ArchivedJson {
  readonly archivedEvent: ArchivedEventJson;
  /** The synchronizer of the create, even if the contract was reassigned since. */
  readonly synchronizerId: SynchronizerId;
}

/**
 * Returns the create of a contract, and its archive if there is one. A party of the format must be
 * a stakeholder (rules.yaml S11, ledger-api.md 3.9). Raises MISSING_FIELD, INVALID_FIELD,
 * INVALID_ARGUMENT, CONTRACT_EVENTS_NOT_FOUND, the errors of `checkKnownTypes`, UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const eventsByContractId = (
  { state, config }: Ledger,
  request: GetEventsByContractIdRequest,
  caller: Caller = trustedCaller,
): EventsByContractIdResult => {
  const object = readJsonObject(request);
  const contractId = readOptionalText(object, "contractId");
  const format = readOptionalJsonField(object, "eventFormat", readEventFormat);
  if (format === undefined) requireActiveUser(caller);
  else requireReadClaimsOfFormat(caller, format);
  requireContractId(contractId, "contractId");
  if (format === undefined) throw missingFieldError("eventFormat");
  checkEventFormat(format, "eventFormat", config);
  checkKnownTypes([format], state.packages);
  const record = state.contracts.get(contractId);
  const events = record && visibleEvents(record, state, new EventMatcher(format, state.packages));
  if (events === undefined) throw eventsNotFoundError(contractId);
  return events;
};

const visibleEvents = (
  record: ContractRecord,
  state: LedgerState,
  matcher: EventMatcher,
): EventsByContractIdResult | undefined => {
  const { contract, created, archived } = record;
  const stakeholders = getStakeholders(contract);
  const match = matcher.findEventMatch(contract.templateId, contract.packageName, stakeholders);
  if (match === undefined) return undefined;
  const encoder = new EventEncoder(state);
  const { synchronizerId } = created;
  const witnessParties = intersectWithRequestedParties(matcher.requested, stakeholders);
  const createdEvent = encoder.encodeCreated(
    {
      kind: "created",
      nodeId: created.nodeId,
      contract,
      witnessParties,
      acsDelta: archived?.offset !== created.offset,
      includeBlob: match.includeBlob,
      views: match.views,
    },
    created.offset,
  );
  const archive =
    archived && findVisibleArchive(archived, state, { witnessParties, views: match.views });
  return {
    created: { createdEvent, synchronizerId },
    archived: archive
      ? { archivedEvent: encoder.encodeArchived(archive, archive.offset), synchronizerId }
      : null,
  };
};

const findVisibleArchive = (
  { offset, nodeId }: EventPosition,
  state: LedgerState,
  shown: { readonly witnessParties: readonly Party[]; readonly views: readonly TypeId[] },
): (VisibleArchivedEvent & { readonly offset: Offset }) | undefined => {
  const update = state.log.get(offset)?.update;
  const node = update?.kind === "transaction" ? update.transaction.nodes[nodeId] : undefined;
  if (node?.kind !== "exercise") return undefined;
  const { witnessParties, views: implementedInterfaces } = shown;
  return { kind: "archived", node, witnessParties, implementedInterfaces, offset };
};

const eventsNotFoundError = (contractId: ContractId): LedgerError =>
  ledgerError("CONTRACT_EVENTS_NOT_FOUND", {
    cause: `The requested format shows no create of the contract ${contractId}.`,
    resources: [["CONTRACT_ID", contractId]],
  });
