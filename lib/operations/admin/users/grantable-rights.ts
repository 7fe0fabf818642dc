import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { Right } from "../../../ground/model/administration.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { administersParticipant } from "../../authorization/administrators.ts";
import type { Caller } from "../../authorization/caller.ts";

/**
 * Who does not administer the participant hands out rights over parties of its own identity provider
 * only: never ParticipantAdmin, and none that covers every party (ledger-api.md 3.17.4, 5.4).
 *
 * Raises UNKNOWN_RESOURCE for parties that are not of the caller's identity provider, then
 * PERMISSION_DENIED for rights beyond it.
 */
export const checkGrantable = (
  state: LedgerState,
  caller: Caller,
  rights: Iterable<Right>,
): void => {
  if (administersParticipant(caller) || caller.kind !== "user") return;
  const all = [...rights];
  const isOwn = (party: string): boolean =>
    state.parties.get(party)?.identityProviderId === caller.identityProviderId;
  for (const right of all) {
    if (!("party" in right) || isOwn(right.party)) continue;
    throw ledgerError("UNKNOWN_RESOURCE", {
      cause: `The party ${right.party} is not known to the caller's identity provider.`,
      resources: [["PARTY", right.party]],
    });
  }
  const tooFar = all.find((right) => !isWithinProvider(right));
  if (tooFar === undefined) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: `Only a participant administrator may grant the right ${tooFar.kind}.`,
  });
};

const isWithinProvider = (right: Right): boolean =>
  "party" in right || right.kind === "IdentityProviderAdmin";
