import type {
  Offset,
  ParticipantId,
  Party,
  SynchronizerId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import type { ParticipantPermission, TopologyEvent } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { VisibleTopologyChange } from "../visibility/project-update.ts";
import { createTraceContextJson, type TraceContextJson } from "./trace-context-json.ts";

/** The API's JsTopologyTransaction (ledger-api.md 1.7). */
export interface TopologyTransactionJson {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: string;
  readonly events: readonly TopologyEventJson[];
  readonly traceContext: TraceContextJson;
}

/** A change of a participant's permission for a party, as JSON of the ledger API. */
export interface TopologyEventJson {
  readonly event:
    | { readonly ParticipantAuthorizationAdded: { readonly value: ParticipantAuthorizationJson } }
    | { readonly ParticipantAuthorizationChanged: { readonly value: ParticipantAuthorizationJson } }
    | {
        readonly ParticipantAuthorizationOnboarding: {
          readonly value: ParticipantAuthorizationJson;
        };
      }
    | {
        readonly ParticipantAuthorizationRevoked: {
          readonly value: ParticipantAuthorizationRevocationJson;
        };
      };
}

/** The revocation of a participant's permission for a party, as JSON of the ledger API. */
export interface ParticipantAuthorizationRevocationJson {
  readonly partyId: Party;
  readonly participantId: ParticipantId;
}

/** The new permission of a participant for a party, as JSON of the ledger API. */
export interface ParticipantAuthorizationJson extends ParticipantAuthorizationRevocationJson {
  readonly participantPermission: ParticipantPermissionJson;
}

/** The kind of permission of a participant for a party, as JSON of the ledger API. */
export type ParticipantPermissionJson =
  | "PARTICIPANT_PERMISSION_UNSPECIFIED"
  | "PARTICIPANT_PERMISSION_SUBMISSION"
  | "PARTICIPANT_PERMISSION_CONFIRMATION"
  | "PARTICIPANT_PERMISSION_OBSERVATION";

export const toTopologyTransactionJson = ({
  update,
  events,
}: VisibleTopologyChange): TopologyTransactionJson => ({
  updateId: update.updateId,
  offset: update.offset,
  synchronizerId: update.synchronizerId,
  recordTime: formatInstant(update.recordTime),
  events: events.map((event) => ({ event: topologyEventJson(event) })),
  traceContext: createTraceContextJson(update.traceContext, update.updateId),
});

export const toParticipantPermissionJson = (
  permission: ParticipantPermission | undefined,
): ParticipantPermissionJson => {
  switch (permission) {
    case undefined:
      return "PARTICIPANT_PERMISSION_UNSPECIFIED";
    case "submission":
      return "PARTICIPANT_PERMISSION_SUBMISSION";
    case "confirmation":
      return "PARTICIPANT_PERMISSION_CONFIRMATION";
    case "observation":
      return "PARTICIPANT_PERMISSION_OBSERVATION";
  }
};

const topologyEventJson = (event: TopologyEvent): TopologyEventJson["event"] => {
  const hosting = { partyId: event.party, participantId: event.participantId };
  const participantPermission = toParticipantPermissionJson(event.permission);
  const value = { ...hosting, participantPermission };
  switch (event.kind) {
    case "added":
      return { ParticipantAuthorizationAdded: { value } };
    case "changed":
      return { ParticipantAuthorizationChanged: { value } };
    case "onboarding":
      return { ParticipantAuthorizationOnboarding: { value } };
    case "revoked":
      return { ParticipantAuthorizationRevoked: { value: hosting } };
  }
};
