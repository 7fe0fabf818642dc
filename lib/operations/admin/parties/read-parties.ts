import {
  type IdentifierGrammar,
  partyIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { ParticipantId, Party } from "../../../base/identifiers/identifiers.ts";
import type { PartyDetails } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readJsonString,
  readOptionalList,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import { resolveIdentityProviderToManage } from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import {
  determineIdentityProvider,
  hasRightOverParty,
  requireActiveUser,
} from "../../authorization/claims.ts";
import type { GetPartiesRequest, ListPartiesRequest } from "../../requests/administration.ts";
import type { EmptyObject } from "../../requests/formats.ts";
import { countAnnotationCharacters, paginate } from "../lists/page.ts";
import { createVisiblePartyDetails, type PartyDetailsJson } from "./party-json.ts";

/**
 * Returns the id of the participant, `<name>::<fingerprint>`, which never changes. Raises
 * UNAUTHENTICATED (ledger-api.md 3.17.5).
 */
export const getParticipantId = (
  ledger: Ledger,
  _request?: EmptyObject,
  caller: Caller = trustedCaller,
): { readonly participantId: ParticipantId } => {
  requireActiveUser(caller);
  return { participantId: ledger.state.participantId };
};

/** A page of parties. */
export interface ListPartiesResponse {
  readonly partyDetails: readonly PartyDetailsJson[];
  /** `""` after the last page. */
  readonly nextPageToken: string;
}

/**
 * Returns all known parties, sorted by id. Parties of other identity providers have no details.
 * `request` is `{identityProviderId?, filterParty?, pageSize?, pageToken?}`. `filterParty` is the
 * beginning of a party id. Requires an administrator (ledger-api.md 3.17.5).
 *
 * Raises INVALID_ARGUMENT, INVALID_FIELD, INVALID_TOKEN (a malformed identity provider),
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const listParties = (
  ledger: Ledger,
  request: ListPartiesRequest,
  caller: Caller = trustedCaller,
): ListPartiesResponse => {
  const body = readJsonObject(request);
  const prefix = readOptionalText(body, "filterParty");
  const provider = resolveIdentityProviderToManage(
    caller,
    readOptionalText(body, "identityProviderId"),
  );
  const maxSize = ledger.config.maxPartiesPageSize;
  checkOptionalIdentifier(filterString, prefix, "filterString");
  const page = paginate(
    { name: "parties", maxSize, aboveMax: "refuse" },
    body,
    (after) => iterateParties(ledger.state, prefix, after),
    ({ localMetadata }) => countAnnotationCharacters(localMetadata),
  );
  return {
    partyDetails: page.items.map((details) => createVisiblePartyDetails(provider, details)),
    nextPageToken: page.nextPageToken,
  };
};

/**
 * Returns the details of the requested parties, without those that are unknown. `request` is
 * `{party, parties?, identityProviderId?}`: `party` is requested in addition to `parties`. Requires
 * an administrator, or a user with a right over each of the parties (ledger-api.md 3.17.5).
 *
 * Raises INVALID_ARGUMENT, INVALID_TOKEN (a malformed identity provider), UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const getParties = (
  ledger: Ledger,
  request: GetPartiesRequest,
  caller: Caller = trustedCaller,
): { readonly partyDetails: readonly PartyDetailsJson[] } => {
  const body = readJsonObject(request);
  const party = readOptionalText(body, "party");
  const parties = [...new Set([party, ...readOptionalList(body, "parties", readJsonString)])];
  const requested = readOptionalText(body, "identityProviderId");
  const provider = operatesAsAll(caller, parties)
    ? determineIdentityProvider(caller, requested)
    : resolveIdentityProviderToManage(caller, requested);
  for (const each of parties) checkIdentifierOfUnnamedField(partyIdGrammar, each, "party");
  const known = parties.flatMap((each) => ledger.state.parties.get(each) ?? []);
  return { partyDetails: known.map((details) => createVisiblePartyDetails(provider, details)) };
};

/** The form of a prefix: the characters of party ids, at most as many as the longest hint has. */
const filterString: IdentifierGrammar = { ...partyIdGrammar, maxLength: 185 };

function* iterateParties(
  state: LedgerState,
  prefix: string,
  after: string | undefined,
): Iterable<[string, PartyDetails]> {
  const from = after !== undefined && after > prefix ? after : prefix;
  for (const entry of state.parties.entries(from)) {
    if (!entry[0].startsWith(prefix)) return;
    yield entry;
  }
}

const operatesAsAll = (caller: Caller, parties: readonly Party[]): boolean =>
  caller.kind === "user" && parties.every((party) => hasRightOverParty(caller.claims, party));
