import { deepFreeze } from "../../base/collections/immer.ts";
import type { JournalEvent } from "./journal-event.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

export type AdministrationEvent = Extract<
  JournalEvent,
  {
    kind:
      | "partyDetailsChanged"
      | "userChanged"
      | "userDeleted"
      | "identityProviderChanged"
      | "identityProviderDeleted";
  }
>;

/**
 * Applies a change of parties, users or identity providers; the newest event replaces earlier ones.
 * References to a deleted identity provider stay (ledger-api.md 3.17.6). The values are frozen, so
 * that no program can change rights without the journal.
 */
export const applyAdministration = (draft: LedgerStateDraft, event: AdministrationEvent): void => {
  switch (event.kind) {
    case "partyDetailsChanged":
      draft.parties = draft.parties.set(event.details.party, deepFreeze(event.details));
      return;
    case "userChanged":
      draft.users = draft.users.set(event.user.id, deepFreeze(event.user));
      return;
    case "userDeleted":
      draft.users = draft.users.delete(event.userId);
      return;
    case "identityProviderChanged": {
      const config = deepFreeze(event.config);
      draft.identityProviders = draft.identityProviders.set(config.identityProviderId, config);
      return;
    }
    case "identityProviderDeleted":
      draft.identityProviders = draft.identityProviders.delete(event.identityProviderId);
      return;
  }
};
