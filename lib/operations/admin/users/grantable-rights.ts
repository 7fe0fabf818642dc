import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { IdentityProviderId, Party } from "../../../base/identifiers/identifiers.ts";
import type { Right } from "../../../base/model/administration.ts";
import type { ApiVersionRules } from "../../../ledger/port/api-version.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { administersParticipant } from "../../authorization/administrators.ts";
import type { Caller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";

/** Rights to grant to a user of an identity provider, or to revoke from the user. */
export interface RightsToGrantOrRevoke {
  readonly rights: ReadonlyMap<string, Right>;
  readonly identityProviderId: IdentityProviderId;
}

/**
 * Checks that the caller may grant the rights: some rights need a participant administrator. Raises
 * UNAUTHENTICATED and PERMISSION_DENIED.
 */
export const requireRightsGrantClaims = (
  caller: Caller,
  rights: Iterable<Right | undefined>,
  { adminOnlyRights }: Pick<ApiVersionRules, "adminOnlyRights">,
): void => {
  for (const right of rights) {
    if (right !== undefined && adminOnlyRights.includes(right.kind)) {
      requireParticipantAdmin(caller);
    }
  }
};

/**
 * Checks that the rights are over parties of the user's identity provider, unless the caller
 * administers the participant. Rights to execute, and rights over any party, are not restricted
 * (ledger-api.md 3.17.4, 5.4). Raises UNKNOWN_RESOURCE with the parties of other providers.
 */
export const requirePartiesOfIdentityProvider = (
  state: LedgerState,
  caller: Caller,
  { rights, identityProviderId }: RightsToGrantOrRevoke,
): void => {
  if (administersParticipant(caller) || caller.kind !== "user") return;
  const isOwn = (party: Party): boolean =>
    state.parties.get(party)?.identityProviderId === identityProviderId;
  const foreign = new Set(
    [...rights.values()].flatMap(partyOfRestrictedRight).filter((party) => !isOwn(party)),
  );
  if (foreign.size === 0) return;
  throw ledgerError("UNKNOWN_RESOURCE", {
    cause: `The parties ${[...foreign].join(", ")} are not known to the user's identity provider.`,
    resources: Array.from(foreign, (party) => ["PARTIES", party] as const),
  });
};

const partyOfRestrictedRight = (right: Right): readonly Party[] =>
  right.kind === "CanActAs" || right.kind === "CanReadAs" ? [right.party] : [];
