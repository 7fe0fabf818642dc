import { invalidFieldError, missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  describeIdentifierGrammar,
  matchesGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, Party } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../../ledger/state/synchronizers.ts";
import { checkOptionalIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonReader,
  readBoolean,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import { createUserActAsGrantEvents } from "../../admin/parties/allocate-party.ts";
import { createHostingEvent } from "../../admin/parties/host-party.ts";
import { requireNoOuterBlanksInHint } from "../../admin/parties/party-hint.ts";
import { checkSelfAllocationQuota } from "../../admin/parties/self-allocation.ts";
import {
  createTopologyErrorContext,
  createTopologyUpdate,
} from "../../admin/parties/topology-update.ts";
import {
  createObjectMeta,
  readRequestedObjectMeta,
} from "../../admin/resource-meta/object-meta.ts";
import { requireUser } from "../../admin/users/require-user.ts";
import {
  checkIdentityProviderExists,
  resolveIdentityProviderToRead,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { AllocateExternalPartyRequest } from "../../requests/interactive.ts";
import {
  readOnboardingTransactions,
  type VerifiedPartyOnboarding,
  verifyPartyOnboarding,
} from "./onboarding.ts";
import { resolveOnboardingSynchronizer } from "./resolve-onboarding-synchronizer.ts";

/**
 * POST /v2/parties/external/allocate: hosts an external party, as defined by signed topology
 * transactions. When the promise resolves, the party is usable and its topology update is on the
 * ledger. Without a signature of the party's own key, the request is only a proposal, and the party
 * does not exist yet. Requires the same rights as allocating any party.
 *
 * Rejects with INVALID_ARGUMENT for transactions and signatures that do not onboard a party, and
 * for a party that the synchronizer hosts already; UNKNOWN_RESOURCE for unknown participants,
 * USER_NOT_FOUND, TOO_MANY_USER_RIGHTS, MISSING_FIELD, INVALID_FIELD, UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const allocateExternalParty = async (
  ledger: Ledger,
  request: AllocateExternalPartyRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly partyId: Party }> => {
  const body = readJsonObject(request);
  const userId = readOptionalText(body, "userId");
  const identityProviderId = resolveIdentityProviderToRead(
    caller,
    readOptionalText(body, "identityProviderId"),
    userId,
  );
  const synchronizerId = readSynchronizer(readOptionalText(body, "synchronizer"));
  const requested = readOnboardingTransactions(body);
  // The value has no effect: the ledger always responds after the allocation.
  readOptionalJsonField(body, "waitForAllocation", readBoolean);
  checkOptionalIdentifier(userIdGrammar, userId, "userId");
  const { id } = resolveOnboardingSynchronizer(
    ledger.state,
    synchronizerId,
    "logical or physical id",
  );
  checkIdentityProviderExists(ledger.state, identityProviderId);
  if (userId !== "") requireUser(ledger.state, userId, identityProviderId);
  const { otherParticipants } = ledger.config;
  const { participantId } = ledger.state;
  const onboarding = await verifyPartyOnboarding(requested, participantId, otherParticipants);
  const [hint = ""] = onboarding.party.split("::");
  requireNoOuterBlanksInHint(hint, "onboardingTransactions", ledger.config);
  const metadata = createObjectMeta(
    readRequestedObjectMeta(undefined),
    ledger.config.maxAnnotationsBytes,
  );
  const { maxSelfAllocatedParties } = ledger.config;
  return ledger.commit((state, context) => {
    checkSelfAllocationQuota(state, {
      caller,
      userId,
      identityProviderId,
      maxSelfAllocatedParties,
    });
    return decideExternalAllocation(state, context, {
      onboarding,
      synchronizerId: id,
      identityProviderId,
      userId,
      details: {
        party: onboarding.party,
        isLocal: true,
        localMetadata: metadata,
        identityProviderId,
      },
    });
  }, caller);
};

interface ExternalAllocation {
  readonly onboarding: VerifiedPartyOnboarding;
  readonly synchronizerId: string;
  readonly identityProviderId: IdentityProviderId;
  readonly userId: string;
  /** The details to store if the party is new. */
  readonly details: PartyDetails;
}

const decideExternalAllocation = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { onboarding, synchronizerId, identityProviderId, userId, details }: ExternalAllocation,
): LedgerDecision<{ readonly partyId: Party }> => {
  const { party, hosts, signingKeys, isAuthorized } = onboarding;
  checkIdentityProviderExists(state, identityProviderId);
  const synchronizer = resolveOnboardingSynchronizer(
    state,
    synchronizerId,
    "logical or physical id",
  );
  checkNew(state, context, { party, synchronizer });
  if (!isAuthorized) {
    return { events: [{ kind: "partyProposed", party }], outcome: { partyId: party } };
  }
  const events = hosts.map(({ participantId, permission }) =>
    createHostingEvent(
      { party, before: undefined, after: permission },
      { ...state, participantId },
    ),
  );
  return {
    events: [
      ...(state.parties.has(party)
        ? []
        : [{ kind: "partyDetailsChanged", details: afterProposals(state, details) } as const]),
      { kind: "signingKeysRegistered", party, synchronizerId, signingKeys },
      {
        kind: "topologyChanged",
        update: createTopologyUpdate(state, context, { synchronizer, events }),
      },
      ...createUserActAsGrantEvents(state, context, { userId, identityProviderId, party }),
    ],
    outcome: { partyId: party },
  };
};

/**
 * Returns the details with a resource version that counts earlier proposals, because a participant
 * updates the party's record at each proposal.
 */
const afterProposals = ({ proposals }: LedgerState, details: PartyDetails): PartyDetails => {
  const resourceVersion = proposals.get(details.party) ?? 0;
  return { ...details, localMetadata: { ...details.localMetadata, resourceVersion } };
};

interface PartyOnSynchronizer {
  readonly party: Party;
  readonly synchronizer: Synchronizer;
}

const checkNew = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { party, synchronizer: { id } }: PartyOnSynchronizer,
): void => {
  if (findHostingPermission(state, party, id) === undefined) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `Party ${party} already exists on synchronizer ${id}`,
    context: createTopologyErrorContext(context),
  });
};

const readSynchronizer: JsonReader<string> = (json) => {
  const text = readJsonString(json);
  if (text === "") throw missingFieldError("synchronizer");
  if (matchesGrammar(uniqueIdentifierGrammar, text.replace(physicalPart, ""))) return text;
  throw invalidFieldError({
    field: "synchronizer",
    expected: describeIdentifierGrammar(uniqueIdentifierGrammar),
    found: text,
  });
};

/** Matches the part of a physical synchronizer id after the logical one. */
const physicalPart = /::(?:\d+|dev)-\d+$/;
