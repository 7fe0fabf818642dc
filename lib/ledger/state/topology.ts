import { OrderedMap } from "../../ground/collections/ordered-map.ts";
import type { SynchronizerId } from "../../ground/identifiers/identifiers.ts";
import type { TopologyUpdate } from "../../ground/model/update.ts";
import type { Vetting } from "../../ground/model/vetting.ts";
import type { LedgerEvent } from "./ledger-event.ts";
import type { StateDraft } from "./state-draft.ts";

/** What the update says of other participants changes nothing: hosting is that of this one. */
export const foldHosting = (draft: StateDraft, update: TopologyUpdate): void => {
  for (const { kind, party, participantId, permission } of update.events) {
    if (participantId !== draft.participantId) continue;
    draft.hosting = draft.hosting.update(party, (permissions = OrderedMap.empty()) => {
      const remaining =
        kind === "revoked" || permission === undefined
          ? permissions.delete(update.synchronizerId)
          : permissions.set(update.synchronizerId, permission);
      return remaining.size === 0 ? undefined : remaining;
    });
  }
};

/** The newest vetting of a synchronizer replaces the one before. */
export const foldVetting = (
  draft: StateDraft,
  synchronizerId: SynchronizerId,
  vetting: Vetting,
): void => {
  draft.vetting = draft.vetting.set(synchronizerId, vetting);
};

/** The newest keys of a party on a synchronizer replace those before. */
export const foldSigningKeys = (
  draft: StateDraft,
  { party, synchronizerId, signingKeys }: Extract<LedgerEvent, { kind: "signingKeysRegistered" }>,
): void => {
  draft.signingKeys = draft.signingKeys.update(party, (known = OrderedMap.empty()) =>
    known.set(synchronizerId, signingKeys),
  );
};
