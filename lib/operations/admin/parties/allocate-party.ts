import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  describeIdentifierGrammar,
  identifierPrefixGrammar,
  matchesGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, Party } from "../../../base/identifiers/identifiers.ts";
import { getNamespace, shortenNamespace } from "../../../base/identifiers/identifiers.ts";
import {
  computeRightKey,
  type ObjectMeta,
  type PartyDetails,
  type Right,
  type User,
} from "../../../base/model/administration.ts";
import { concatFlatString } from "../../../base/values/text.ts";
import { deriveUuid } from "../../../contracts/transaction/seeds.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { JournalEvent } from "../../../ledger/state/journal-event.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../../ledger/state/synchronizers.ts";
import { checkOptionalIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import {
  checkIdentityProviderExists,
  resolveIdentityProviderToRead,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { AllocatePartyRequest } from "../../requests/administration.ts";
import {
  createObjectMeta,
  readRequestedObjectMeta,
  type RequestedObjectMeta,
} from "../resource-meta/object-meta.ts";
import { requireUser } from "../users/require-user.ts";
import { copyUserWithAddedRights } from "../users/rights.ts";
import { createHostingEvent } from "./host-party.ts";
import { requireNoOuterBlanksInHint } from "./party-hint.ts";
import { createPartyDetailsJson, type PartyDetailsJson } from "./party-json.ts";
import { resolveRequestedSynchronizer } from "./requested-synchronizer.ts";
import { checkSelfAllocationQuota } from "./self-allocation.ts";
import { createTopologyErrorContext, createTopologyUpdate } from "./topology-update.ts";

/** The allocated party. */
export interface AllocatePartyResponse {
  readonly partyDetails: PartyDetailsJson;
}

/**
 * Allocates the party `<hint>::<namespace of the participant>`, hosted here with the permission to
 * submit. When the promise resolves, the party is usable and its topology update is on the ledger.
 * Requires an administrator, or a user who allocates a party for itself within the quota
 * (ledger-api.md 3.17.5). A party that exists may be allocated again, without metadata, on another
 * synchronizer.
 *
 * Raises INVALID_FIELD, INVALID_ARGUMENT (also for a party that the synchronizer hosts already),
 * USER_NOT_FOUND, TOO_MANY_USER_RIGHTS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const allocateParty = async (
  ledger: Ledger,
  request: AllocatePartyRequest = {},
  caller: Caller = trustedCaller,
): Promise<AllocatePartyResponse> => {
  const body = readAllocation(request);
  const identityProviderId = resolveIdentityProviderToRead(
    caller,
    body.identityProviderId,
    body.userId,
  );
  const allocation = checkAllocation({ ...body, identityProviderId }, ledger.config);
  const { maxSelfAllocatedParties } = ledger.config;
  return ledger.commit((state, context) => {
    checkIdentityProviderExists(state, identityProviderId);
    checkSelfAllocationQuota(state, { ...allocation, caller, maxSelfAllocatedParties });
    return decideAllocation(state, context, allocation);
  }, caller);
};

/** The request. `""` means unset. */
interface RequestedAllocation {
  readonly hint: string;
  readonly metadata: RequestedObjectMeta;
  readonly identityProviderId: IdentityProviderId;
  readonly synchronizerId: string;
  readonly userId: string;
}

interface PartyAllocation extends Omit<RequestedAllocation, "metadata"> {
  readonly metadata: ObjectMeta;
}

const readAllocation = (request: unknown): RequestedAllocation => {
  const body = readJsonObject(request);
  return {
    hint: readOptionalText(body, "partyIdHint"),
    metadata:
      readOptionalJsonField(body, "localMetadata", readRequestedObjectMeta) ??
      readRequestedObjectMeta(undefined),
    identityProviderId: readOptionalText(body, "identityProviderId"),
    synchronizerId: readOptionalText(body, "synchronizerId"),
    userId: readOptionalText(body, "userId"),
  };
};

const checkAllocation = (requested: RequestedAllocation, config: LedgerConfig): PartyAllocation => {
  const { hint, metadata, synchronizerId, userId } = requested;
  if (hint !== "" && !matchesGrammar(identifierPrefixGrammar, hint)) {
    throw createInvalidArgumentError({
      field: "partyIdHint",
      expected: describeIdentifierGrammar(identifierPrefixGrammar),
      found: hint,
    });
  }
  requireNoOuterBlanksInHint(hint, "partyIdHint", config);
  const checkedMetadata = readWithErrorPath("localMetadata", metadata, () =>
    createObjectMeta(metadata, config.maxAnnotationsBytes),
  );
  checkOptionalIdentifier(uniqueIdentifierGrammar, synchronizerId, "synchronizerId");
  checkOptionalIdentifier(userIdGrammar, userId, "userId");
  return { ...requested, metadata: checkedMetadata };
};

const decideAllocation = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  allocation: PartyAllocation,
): LedgerDecision<AllocatePartyResponse> => {
  const synchronizer = resolveRequestedSynchronizer(state, allocation.synchronizerId);
  const hint = allocation.hint || `party-${deriveUuid(context.seed, "party")}`;
  const party = concatFlatString(hint, "::", getNamespace(state.participantId));
  const known = state.parties.get(party);
  if (known !== undefined) {
    checkRepeatedAllocation(state, context, { known, synchronizer, allocation });
  }
  const details = known ?? createAllocatedPartyDetails(party, allocation);
  const change = createHostingEvent({ party, before: undefined, after: "submission" }, state);
  const update = createTopologyUpdate(state, context, { synchronizer, events: [change] });
  return {
    events: [
      ...(known === undefined ? [{ kind: "partyDetailsChanged", details } as const] : []),
      { kind: "topologyChanged", update },
      ...createUserActAsGrantEvents(state, context, { ...allocation, party }),
    ],
    outcome: { partyDetails: createPartyDetailsJson(details) },
  };
};

const createAllocatedPartyDetails = (
  party: Party,
  { metadata, identityProviderId }: PartyAllocation,
): PartyDetails => ({ party, isLocal: true, localMetadata: metadata, identityProviderId });

interface RepeatedAllocation {
  readonly known: PartyDetails;
  readonly synchronizer: Synchronizer;
  readonly allocation: PartyAllocation;
}

/**
 * Checks that an existing party can be allocated on one more synchronizer: raises INVALID_ARGUMENT
 * if the synchronizer hosts it already, or if the request has other data for it.
 */
const checkRepeatedAllocation = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { known, synchronizer, allocation }: RepeatedAllocation,
): void => {
  const isNewThere = findHostingPermission(state, known.party, synchronizer.id) === undefined;
  const isSame =
    known.isLocal &&
    known.identityProviderId === allocation.identityProviderId &&
    allocation.metadata.annotations.size === 0;
  if (isNewThere && isSame) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The submitted request has invalid arguments: Party already exists: party ${shortenNamespace(known.party)} is already allocated on this node`,
    context: createTopologyErrorContext(context),
    path: "partyIdHint",
    expected: "a hint that no party has yet",
  });
};

/**
 * Returns the event that gives the user of the request the right to act as the new party; empty if
 * the request names no user. Raises the errors of {@link allocateParty}.
 */
export const createUserActAsGrantEvents = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  {
    userId,
    identityProviderId,
    party,
  }: Pick<PartyAllocation, "userId" | "identityProviderId"> & { readonly party: Party },
): readonly JournalEvent[] => {
  if (userId === "") return [];
  const user = requireUser(state, userId, identityProviderId);
  return [{ kind: "userChanged", user: addActAsRight(user, party, context) }];
};

const addActAsRight = (user: User, party: Party, { config }: LedgerDecisionInputs): User => {
  const right: Right = { kind: "CanActAs", party };
  return copyUserWithAddedRights(
    user,
    new Map([[computeRightKey(right), right]]),
    config.maxRightsPerUser,
  );
};
