import { createChangedCopy, deepFreeze } from "../../base/collections/immer.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { ParticipantPermission, TopologyUpdate } from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type { JournalEvent } from "./journal-event.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/** The hosting of a party that this participant hosts on no synchronizer. */
const noHosting: ReadonlyMap<SynchronizerId, ParticipantPermission> = new Map();

/** The signing keys of a party without keys. */
const noKeys: ReadonlyMap<SynchronizerId, PartySigningKeys> = new Map();

/**
 * Applies changes of this participant's hosting. Ignores changes of other participants' hosting.
 */
export const applyPartyHosting = (draft: LedgerStateDraft, update: TopologyUpdate): void => {
  const { synchronizerId } = update;
  for (const { kind, party, participantId, permission } of update.events) {
    if (participantId !== draft.participantId) continue;
    draft.hosting = draft.hosting.update(party, (before = noHosting) => {
      const after = createChangedCopy(before, (permissions) => {
        if (kind === "revoked" || permission === undefined) permissions.delete(synchronizerId);
        else permissions.set(synchronizerId, permission);
      });
      return after.size === 0 ? undefined : after;
    });
  }
};

/** Replaces the vetting of a synchronizer. */
export const applyVetting = (
  draft: LedgerStateDraft,
  synchronizerId: SynchronizerId,
  vetting: Vetting,
): void => {
  draft.vetting = draft.vetting.set(synchronizerId, deepFreeze(vetting));
};

/** Counts an onboarding request that lacked required signatures. The party need not exist. */
export const incrementOnboardingProposalCount = (draft: LedgerStateDraft, party: Party): void => {
  draft.proposals = draft.proposals.update(party, (before = 0) => before + 1);
};

/** Replaces the keys of a party on a synchronizer. */
export const applySigningKeys = (
  draft: LedgerStateDraft,
  { party, synchronizerId, signingKeys }: Extract<JournalEvent, { kind: "signingKeysRegistered" }>,
): void => {
  draft.signingKeys = draft.signingKeys.update(party, (before = noKeys) =>
    createChangedCopy(before, (keys) => {
      keys.set(synchronizerId, signingKeys);
    }),
  );
};
