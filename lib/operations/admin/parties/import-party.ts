import { utf8ToBytes } from "@noble/hashes/utils.js";

import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { Party, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";
import { computeSha256Digest } from "../../../base/values/digest.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../../ledger/state/synchronizers.ts";
import { checkIdentifierOfUnnamedField } from "../../../views/envelope/identifier-readers.ts";
import { readWithErrorPath } from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { createObjectMeta } from "../resource-meta/object-meta.ts";
import { createHostingEvent } from "./host-party.ts";
import { createPartyDetailsJson, type PartyDetailsJson } from "./party-json.ts";
import { resolveRequestedSynchronizer } from "./requested-synchronizer.ts";
import { createTopologyUpdate } from "./topology-update.ts";

/** A party to add, with the id that it has on another participant. */
export interface ImportPartyRequest {
  readonly party: Party;
  /** True if this participant hosts the party, which is the default. */
  readonly isLocal?: boolean;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The synchronizers that host the party; default: all. */
  readonly synchronizerIds?: readonly SynchronizerId[];
  /** Default: `submission`. */
  readonly permission?: ParticipantPermission;
}

/**
 * Adds a party with the id that it has on another participant, in any namespace. (allocateParty
 * creates an id in this participant's namespace.) Writes a topology update on each synchronizer
 * that hosts the party. A party that is already known keeps its annotations; it is hosted on those
 * of the synchronizers that did not host it yet. Requires a participant administrator.
 *
 * Raises INVALID_ARGUMENT, NOT_CONNECTED_TO_SYNCHRONIZER, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const importParty = async (
  ledger: Ledger,
  request: ImportPartyRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly partyDetails: PartyDetailsJson }> => {
  requireParticipantAdmin(caller);
  checkIdentifierOfUnnamedField(partyIdGrammar, request.party, "party");
  const annotations = new Map(Object.entries(request.annotations ?? {}));
  const localMetadata = readWithErrorPath("annotations", annotations, () =>
    createObjectMeta({ resourceVersion: "", annotations }, ledger.config.maxAnnotationsBytes),
  );
  return ledger.commit(
    (state, context) => decidePartyImport(state, context, { ...request, localMetadata }),
    caller,
  );
};

type PartyImport = Omit<ImportPartyRequest, "annotations"> & Pick<PartyDetails, "localMetadata">;

const decidePartyImport = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { party, isLocal = true, permission = "submission", synchronizerIds, localMetadata }: PartyImport,
): LedgerDecision<{ readonly partyDetails: PartyDetailsJson }> => {
  const known = state.parties.get(party);
  const details = known ?? { party, isLocal, localMetadata, identityProviderId: "" };
  const synchronizers =
    synchronizerIds?.map((id) => resolveRequestedSynchronizer(state, id)) ?? state.synchronizers;
  const missing = isLocal
    ? synchronizers.filter(({ id }) => findHostingPermission(state, party, id) === undefined)
    : [];
  const updates = missing.map((synchronizer, index) => ({
    kind: "topologyChanged" as const,
    update: createTopologyUpdate(
      { ...state, ledgerEnd: state.ledgerEnd + index },
      { ...context, seed: computeSha256Digest(context.seed, utf8ToBytes(synchronizer.id)) },
      {
        synchronizer,
        events: [createHostingEvent({ party, before: undefined, after: permission }, state)],
      },
    ),
  }));
  const hosted = { ...details, isLocal: details.isLocal || missing.length > 0 };
  const isNew = known?.isLocal !== hosted.isLocal;
  return {
    events: [
      ...(isNew ? [{ kind: "partyDetailsChanged" as const, details: hosted }] : []),
      ...updates,
    ],
    outcome: { partyDetails: createPartyDetailsJson(hosted) },
  };
};
