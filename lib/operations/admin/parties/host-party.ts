import { createChangedCopy } from "../../../base/collections/immer.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import type { ParticipantPermission, TopologyEvent } from "../../../base/model/update.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../../ledger/state/synchronizers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { resolveRequestedSynchronizer } from "./requested-synchronizer.ts";
import { createTopologyUpdate } from "./topology-update.ts";

/** A party, and the synchronizer on which this participant starts or stops hosting it. */
export interface HostingChangeRequest {
  readonly party: Party;
  /** Optional if there is only one synchronizer. */
  readonly synchronizerId?: SynchronizerId;
}

/**
 * Hosts a known party on one more synchronizer, or with another permission (default `submission`).
 * Writes a topology update unless nothing changes. Requires a participant administrator.
 *
 * Raises PARTY_NOT_FOUND, INVALID_ARGUMENT, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const hostParty = async (
  ledger: Ledger,
  request: HostingChangeRequest & { readonly permission?: ParticipantPermission },
  caller: Caller = trustedCaller,
): Promise<void> => {
  requireParticipantAdmin(caller);
  const { permission = "submission" } = request;
  return ledger.commit(
    (state, context) => changeHosting(state, context, { ...request, permission }),
    caller,
  );
};

/**
 * Ends the hosting of a party on a synchronizer. The party stays known. Writes a topology update if
 * the party was hosted there. Requires a participant administrator.
 *
 * Raises PARTY_NOT_FOUND, INVALID_ARGUMENT, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const unhostParty = async (
  ledger: Ledger,
  request: HostingChangeRequest,
  caller: Caller = trustedCaller,
): Promise<void> => {
  requireParticipantAdmin(caller);
  return ledger.commit((state, context) => changeHosting(state, context, request), caller);
};

const changeHosting = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  {
    party,
    synchronizerId = "",
    permission,
  }: HostingChangeRequest & { permission?: ParticipantPermission },
): LedgerDecision<void> => {
  const details = state.parties.get(party);
  if (details === undefined) {
    throw ledgerError("PARTY_NOT_FOUND", {
      cause: `The party ${party} is not known to this participant.`,
      resources: [["PARTY", party]],
    });
  }
  checkChangeable(state, party);
  const synchronizer = resolveRequestedSynchronizer(state, synchronizerId);
  const before = findHostingPermission(state, party, synchronizer.id);
  if (before === permission) return { events: [], outcome: undefined };
  const change = createHostingEvent({ party, before, after: permission }, state);
  const update = createTopologyUpdate(state, context, { synchronizer, events: [change] });
  const elsewhere = [...(state.hosting.get(party)?.keys() ?? [])].some(
    (id) => id !== synchronizer.id,
  );
  const isLocal = permission !== undefined || elsewhere;
  return {
    events: [
      { kind: "topologyChanged", update },
      ...(isLocal === details.isLocal
        ? []
        : [{ kind: "partyDetailsChanged", details: withPartyLocality(details, isLocal) } as const]),
    ],
    outcome: undefined,
  };
};

const withPartyLocality = (details: PartyDetails, isLocal: boolean): PartyDetails =>
  createChangedCopy(details, (draft) => {
    draft.isLocal = isLocal;
  });

const checkChangeable = ({ participantId }: LedgerState, party: Party): void => {
  // Typed as string: this party id is also a participant id.
  const own: string = participantId;
  if (party !== own) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${party} is the participant's own party: it is hosted here on every synchronizer.`,
  });
};

/** A party, with this participant's permission for it before and after. */
export interface HostingPermissionChange {
  readonly party: Party;
  readonly before: ParticipantPermission | undefined;
  readonly after: ParticipantPermission | undefined;
}

/** Returns the change as an event of a topology update. */
export const createHostingEvent = (
  { party, before, after }: HostingPermissionChange,
  { participantId }: Pick<LedgerState, "participantId">,
): TopologyEvent => {
  const earlier = before === undefined ? {} : { before };
  if (after === undefined) return { kind: "revoked", party, participantId, ...earlier };
  const kind = before === undefined ? "added" : "changed";
  return { kind, party, participantId, permission: after, ...earlier };
};
