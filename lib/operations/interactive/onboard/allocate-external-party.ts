import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import { userIdString } from "../../../ground/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, Party } from "../../../ground/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../ground/model/administration.ts";
import type { Decision, DecisionContext } from "../../../ledger/port/decision.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { permissionOn } from "../../../ledger/state/hosting.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { checkIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  optional,
  optionalText,
  readBoolean,
  readObject,
} from "../../../views/envelope/readers.ts";
import { userEvents } from "../../admin/parties/allocate-party.ts";
import { hostingChange } from "../../admin/parties/host-party.ts";
import { topologyUpdate } from "../../admin/parties/topology-update.ts";
import { newMeta, readRequestedMeta } from "../../admin/resource-meta/object-meta.ts";
import {
  administeredProvider,
  checkIdentityProviderExists,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { type Onboarding, readOnboarding, verifyOnboarding } from "./onboarding.ts";
import { onboardingSynchronizer } from "./onboarding-synchronizer.ts";

/**
 * POST /v2/parties/external/allocate: hosts a party that signs for itself, as the topology
 * transactions say that its keys have signed. When the promise resolves the party is usable, and a
 * topology update tells of it. Needs an administrator, as allocating any party does. Other
 * participants that the transactions name lie outside of this ledger and are taken to agree.
 *
 * Rejects with INVALID_ARGUMENT for transactions and signatures that do not onboard a party,
 * EXTERNAL_PARTY_ALREADY_EXISTS, USER_NOT_FOUND, TOO_MANY_USER_RIGHTS, MISSING_FIELD, INVALID_FIELD,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const allocateExternalParty = async (
  ledger: Ledger,
  request: unknown,
  caller: Caller = trustedCaller,
): Promise<{ readonly partyId: Party }> => {
  const body = readObject(request);
  const requested = readOnboarding(body);
  // Waiting or not: the ledger answers when the party is there.
  optional(body, "waitForAllocation", readBoolean);
  const userId = optionalText(body, "userId");
  const identityProviderId = administeredProvider(caller, optionalText(body, "identityProviderId"));
  checkIdentifier(userIdString, userId, "userId");
  const synchronizer = onboardingSynchronizer(ledger.state, optionalText(body, "synchronizer"));
  const onboarding = await verifyOnboarding(requested, ledger.state.participantId);
  const metadata = newMeta(readRequestedMeta(undefined), ledger.config.maxAnnotationsBytes);
  return ledger.commit((state, context) =>
    allocate(state, context, {
      onboarding,
      synchronizerId: synchronizer.id,
      identityProviderId,
      userId,
      details: {
        party: onboarding.party,
        isLocal: true,
        localMetadata: metadata,
        identityProviderId,
      },
    }),
  );
};

interface ExternalAllocation {
  readonly onboarding: Onboarding;
  readonly synchronizerId: string;
  readonly identityProviderId: IdentityProviderId;
  readonly userId: string;
  /** Of the party, if it is new. */
  readonly details: PartyDetails;
}

const allocate = (
  state: LedgerState,
  context: DecisionContext,
  { onboarding, synchronizerId, identityProviderId, userId, details }: ExternalAllocation,
): Decision<{ readonly partyId: Party }> => {
  const { party, hosts, signingKeys } = onboarding;
  checkIdentityProviderExists(state, identityProviderId);
  const synchronizer = onboardingSynchronizer(state, synchronizerId);
  checkNew(state, party, synchronizer);
  const events = hosts.map(({ participantId, permission }) =>
    hostingChange({ party, before: undefined, after: permission }, { ...state, participantId }),
  );
  return {
    events: [
      ...(state.parties.has(party) ? [] : [{ kind: "partyDetailsChanged", details } as const]),
      { kind: "signingKeysRegistered", party, synchronizerId, signingKeys },
      {
        kind: "topologyChanged",
        update: topologyUpdate(state, context, { synchronizer, events }),
      },
      ...userEvents(state, context, { userId, identityProviderId, party }),
    ],
    outcome: { partyId: party },
  };
};

const checkNew = (state: LedgerState, party: Party, { id }: Synchronizer): void => {
  if (permissionOn(state, party, id) === undefined) return;
  throw ledgerError("EXTERNAL_PARTY_ALREADY_EXISTS", {
    cause: `Party ${party} already exists on synchronizer ${id}`,
    resources: [["PARTY", party]],
  });
};
