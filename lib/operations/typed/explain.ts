import type { Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  explainUpdateVisibility,
  type UpdateExplanation,
} from "../../views/visibility/explain-update.ts";
import {
  checkUpdateIdentifier,
  requireUpdateByIdentifier,
} from "../queries/find-and-present-update.ts";
import { requireKnownParty } from "./readers.ts";

/** Implements the method `explain` of the ledger. */
export const explainUpdateForParty = (
  state: LedgerState,
  updateId: UpdateId,
  party: Party,
): UpdateExplanation => {
  const key = { kind: "id", updateId } as const;
  checkUpdateIdentifier(key);
  requireKnownParty(party, "party", state);
  return explainUpdateVisibility(requireUpdateByIdentifier(state, key), party);
};
