import type { Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { explainUpdate, type UpdateExplanation } from "../../views/visibility/explain-update.ts";
import {
  checkUpdateIdentifier,
  findUpdateByIdentifier,
} from "../queries/find-and-present-update.ts";
import { requireParty } from "./readers.ts";

/** Implements the method `explain` of the ledger. */
export const explainForParty = (
  state: LedgerState,
  updateId: UpdateId,
  party: Party,
): UpdateExplanation => {
  const key = { kind: "id", updateId } as const;
  checkUpdateIdentifier(key);
  requireParty(party, "party", state);
  return explainUpdate(findUpdateByIdentifier(state, key), party);
};
