import { trustedCaller, type Caller } from "../authorization/caller.ts";
import { checkIdentifier } from "../envelope/identifiers.ts";
import {
  optional,
  optionalText,
  readAt,
  readObject,
  type JsonObject,
} from "../envelope/readers.ts";
import { ledgerError } from "../errors/ledger-error.ts";
import type { DecisionContext, Ledger } from "../ledger.ts";
import {
  fits,
  identifierString,
  ledgerString,
  misfit,
  uniqueIdentifier,
  userIdString,
} from "../model/identifier-syntax.ts";
import {
  rightKey,
  type ObjectMeta,
  type PartyDetails,
  type Right,
  type User,
} from "../model/administration.ts";
import type { IdentityProviderId, ParticipantId, Party } from "../model/identifiers.ts";
import { seededUuid } from "../model/seeded-uuid.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { administeredProvider, checkIdentityProviderExists } from "./administrators.ts";
import { chooseSynchronizer } from "./choose-synchronizer.ts";
import { findUser } from "./find-user.ts";
import { newMeta, readRequestedMeta, type RequestedMeta } from "./object-meta.ts";
import { partyDetailsJson, type PartyDetailsJson } from "./party-json.ts";
import { withRights } from "./rights.ts";
import { topologyUpdate } from "./topology-update.ts";

export interface AllocatePartyRequest {
  /** What the party's id begins with; `party-<uuid>` when absent or empty. */
  readonly partyIdHint?: string;
  readonly localMetadata?: { readonly annotations?: Readonly<Record<string, string>> } | null;
  readonly identityProviderId?: string;
  /** May be left out while there is only one. */
  readonly synchronizerId?: string;
  /** The user that receives CanActAs for the party. */
  readonly userId?: string;
}

/**
 * Allocates the party `<hint>::<namespace of the participant>`, hosted here with the permission to
 * submit. When the promise resolves the party is usable, and a topology update tells of it. Needs an
 * administrator: nobody has a quota for allocating parties of its own (ledger-api.md 3.17.5).
 *
 * Raises INVALID_FIELD, INVALID_ARGUMENT (also for a party that exists), USER_NOT_FOUND,
 * TOO_MANY_USER_RIGHTS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const allocateParty = async (
  ledger: Ledger,
  request: AllocatePartyRequest | JsonObject = {},
  caller: Caller = trustedCaller,
): Promise<{ readonly partyDetails: PartyDetailsJson }> => {
  const body = readAllocation(request);
  const identityProviderId = administeredProvider(caller, body.identityProviderId);
  const allocation = checkAllocation(
    { ...body, identityProviderId },
    ledger.config.maxAnnotationsBytes,
  );
  return ledger.commit((state, context) => {
    const details = allocatedParty(state, context, allocation);
    return {
      events: allocationEvents(state, context, { ...allocation, details }),
      outcome: { partyDetails: partyDetailsJson(details) },
    };
  });
};

/** `""` where the request leaves something open. */
interface RequestedAllocation {
  readonly hint: string;
  readonly metadata: RequestedMeta;
  readonly identityProviderId: IdentityProviderId;
  readonly synchronizerId: string;
  readonly userId: string;
}

interface Allocation extends Omit<RequestedAllocation, "metadata"> {
  readonly metadata: ObjectMeta;
}

const readAllocation = (request: unknown): RequestedAllocation => {
  const body = readObject(request);
  return {
    hint: optionalText(body, "partyIdHint"),
    metadata: optional(body, "localMetadata", readRequestedMeta) ?? readRequestedMeta(undefined),
    identityProviderId: optionalText(body, "identityProviderId"),
    synchronizerId: optionalText(body, "synchronizerId"),
    userId: optionalText(body, "userId"),
  };
};

const checkAllocation = (
  requested: RequestedAllocation,
  maxAnnotationsBytes: number,
): Allocation => {
  const { hint, metadata, identityProviderId, synchronizerId, userId } = requested;
  if (hint !== "" && !fits(identifierString, hint)) {
    const cause = `A party cannot be named after this hint. ${misfit(identifierString, hint)}`;
    throw ledgerError("INVALID_ARGUMENT", { cause, path: "partyIdHint" });
  }
  const checkedMetadata = readAt("localMetadata", metadata, () =>
    newMeta(metadata, maxAnnotationsBytes),
  );
  checkIdentifier(ledgerString, identityProviderId, "identityProviderId");
  checkIdentifier(uniqueIdentifier, synchronizerId, "synchronizerId");
  checkIdentifier(userIdString, userId, "userId");
  return { ...requested, metadata: checkedMetadata };
};

const allocatedParty = (
  state: LedgerState,
  context: DecisionContext,
  allocation: Allocation,
): PartyDetails => {
  checkIdentityProviderExists(state, allocation.identityProviderId);
  const hint =
    allocation.hint === "" ? `party-${seededUuid(context.seed, "party")}` : allocation.hint;
  const party = `${hint}::${namespaceOf(state.participantId)}`;
  if (state.parties.has(party)) throw alreadyAllocated(party);
  return {
    party,
    isLocal: true,
    localMetadata: allocation.metadata,
    identityProviderId: allocation.identityProviderId,
  };
};

const allocationEvents = (
  state: LedgerState,
  context: DecisionContext,
  allocation: Allocation & { readonly details: PartyDetails },
): readonly LedgerEvent[] => {
  const { details, userId, identityProviderId } = allocation;
  const { party } = details;
  const synchronizer = chooseSynchronizer(state, allocation.synchronizerId);
  const { participantId } = state;
  const hosting = { kind: "added", party, participantId, permission: "submission" } as const;
  const update = topologyUpdate(state, context, { synchronizer, events: [hosting] });
  const allocated: readonly LedgerEvent[] = [
    { kind: "partyDetailsChanged", details },
    { kind: "topologyChanged", update },
  ];
  if (userId === "") return allocated;
  const user = findUser(state, userId, identityProviderId);
  return [...allocated, { kind: "userChanged", user: actingAs(user, party, context) }];
};

const actingAs = (user: User, party: Party, { config }: DecisionContext): User => {
  const right: Right = { kind: "CanActAs", party };
  return withRights(user, new Map([[rightKey(right), right]]), config.maxRightsPerUser);
};

const namespaceOf = (participantId: ParticipantId): string =>
  participantId.slice(participantId.indexOf("::") + 2);

const alreadyAllocated = (party: Party) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The party ${party} already exists. Choose another partyIdHint.`,
    resources: [["PARTY", party]],
    path: "partyIdHint",
  });
