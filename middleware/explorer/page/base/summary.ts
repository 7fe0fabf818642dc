import type { ParticipantAuthorizationJson, TopologyTransactionJson } from "../../../../lib/api.ts";
import { formatCount } from "./count.ts";
import { getHintOfPartyId, readEntityName } from "./names.ts";
import { convertEventToTransactionStep, type ExplorerUpdate } from "./updates.ts";

/** A change of a party's hosting on a participant. */
export interface HostingChange {
  readonly party: string;
  readonly participantId: string;
  readonly what: string;
  /** Empty if the hosting ended. */
  readonly permission: string;
}

const hostingTexts: Readonly<Record<string, string>> = {
  ParticipantAuthorizationAdded: "is hosted",
  ParticipantAuthorizationChanged: "has another permission",
  ParticipantAuthorizationOnboarding: "is about to be hosted",
  ParticipantAuthorizationRevoked: "is no longer hosted",
};

/** Returns the hosting changes of a topology update. */
export const listHostingChanges = ({ json }: ExplorerUpdate): readonly HostingChange[] =>
  (json as TopologyTransactionJson).events.flatMap(({ event }) =>
    Object.entries(event).map(([kind, { value }]) => ({
      party: value.partyId,
      participantId: value.participantId,
      what: hostingTexts[kind] ?? kind,
      permission: permissionText(value),
    })),
  );

const permissionText = (of: Partial<ParticipantAuthorizationJson>): string =>
  (of.participantPermission ?? "").replace("PARTICIPANT_PERMISSION_", "").toLowerCase();

const hostingText = ({ party, what }: HostingChange): string =>
  `${getHintOfPartyId(party)} ${what}`;

/** Returns the top-level steps of an update as text, as far as they are visible. */
export const summarizeUpdate = (update: ExplorerUpdate): string => {
  if (update.kind === "topology") return listHostingChanges(update).map(hostingText).join(", ");
  if (update.kind === "reassignment") {
    return update.moves
      .map((move) =>
        "JsAssignmentEvent" in move
          ? `${readEntityName(move.JsAssignmentEvent.createdEvent.templateId)} assigned`
          : `${readEntityName(move.JsUnassignedEvent.value.templateId)} unassigned`,
      )
      .join(", ");
  }
  let last = -1;
  const roots: string[] = [];
  let inner = 0;
  for (const each of update.events) {
    const step = convertEventToTransactionStep(each);
    if (step.event.nodeId <= last) {
      inner++;
      continue;
    }
    const entity = readEntityName(step.event.templateId);
    if (step.kind === "exercise") {
      last = step.event.lastDescendantNodeId;
      roots.push(`${step.event.choice} on ${entity}`);
    } else {
      roots.push(`${step.kind} ${entity}`);
    }
  }
  const more = roots.length > 3 ? ` and ${roots.length - 3} more` : "";
  const below = inner > 0 ? `, ${formatCount(inner, "step")} within` : "";
  return roots.slice(0, 3).join(", ") + more + below;
};
