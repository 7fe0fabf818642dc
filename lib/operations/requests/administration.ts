import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Nothing } from "./formats.ts";

/** A part of a list. */
export interface PageRequest {
  /** The longest there is when absent. */
  readonly pageSize?: number;
  /** Of the page before; absent for the first. */
  readonly pageToken?: string;
}

interface OfProvider {
  /** The default one, or that of the caller, when absent. */
  readonly identityProviderId?: string;
}

/** Fields by path, such as `metadata.annotations`: what is to change. */
export interface UpdateMaskInput {
  readonly updateMask: { readonly paths?: readonly string[] };
}

/** Annotations, and the version of a resource that a change is for. */
export interface ObjectMetaInput {
  /** Of what was read, to change it only if nobody else has. */
  readonly resourceVersion?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A user, as clients may write it. */
export interface UserInput extends OfProvider {
  readonly id: string;
  readonly primaryParty?: Party;
  readonly isDeactivated?: boolean;
  readonly metadata?: ObjectMetaInput | null;
  readonly primaryPartyAuthentication?: boolean;
}

/** `{kind: {CanActAs: {value: {party}}}}` */
export interface RightInput {
  readonly kind?: RightKindInput;
}

interface OverParty {
  readonly value: { readonly party: Party };
}

interface Everywhere {
  readonly value: Nothing;
}

/** A right, as clients may write it: one key that names its kind. */
export type RightKindInput =
  | { readonly CanActAs: OverParty }
  | { readonly CanReadAs: OverParty }
  | { readonly CanExecuteAs: OverParty }
  | { readonly CanReadAsAnyParty: Everywhere }
  | { readonly CanExecuteAsAnyParty: Everywhere }
  | { readonly CanActAsAnyParty: Everywhere }
  | { readonly ParticipantAdmin: Everywhere }
  | { readonly IdentityProviderAdmin: Everywhere }
  | { readonly Empty: Nothing };

/** The body of `POST /v2/users`: the user, and its first rights. */
export interface CreateUserRequest {
  readonly user: UserInput;
  readonly rights?: readonly RightInput[];
}

/** Which user. */
export interface UserRequest extends OfProvider {
  readonly userId: string;
}

/** Which identity provider the user is of; the caller's own when absent. */
export type AuthenticatedUserRequest = OfProvider;

export interface UpdateUserRequest extends UpdateMaskInput {
  readonly user: UserInput;
}

/** Moves a user from one identity provider to another. */
export interface UpdateUserIdentityProviderRequest {
  readonly userId: string;
  readonly sourceIdentityProviderId?: string;
  readonly targetIdentityProviderId?: string;
}

/** Rights to be granted or revoked. */
export interface UserRightsRequest extends UserRequest {
  readonly rights?: readonly RightInput[];
}

export interface ListPartiesRequest extends PageRequest, OfProvider {
  /** What their ids begin with. */
  readonly filterParty?: string;
}

/** Which parties are looked up. */
export interface GetPartiesRequest extends OfProvider {
  readonly party: Party;
  readonly parties?: readonly Party[];
}

export interface UpdatePartyRequest extends UpdateMaskInput {
  readonly partyDetails: PartyDetailsInput;
}

/** What is to be changed of a party, as clients may write it. */
export interface PartyDetailsInput extends OfProvider {
  readonly party: Party;
  readonly isLocal?: boolean;
  readonly localMetadata?: ObjectMetaInput | null;
}

/** The body of `POST /v2/parties`; all of it may be left out. */
export interface AllocatePartyRequest extends OfProvider {
  /** What the party's id begins with; `party-<uuid>` when absent or empty. */
  readonly partyIdHint?: string;
  readonly localMetadata?: ObjectMetaInput | null;
  /** May be left out while there is only one. */
  readonly synchronizerId?: SynchronizerId;
  /** The user that receives CanActAs for the party. */
  readonly userId?: string;
}

/** An identity provider, as clients may write it. */
export interface IdentityProviderInput {
  readonly identityProviderId: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience?: string;
  readonly isDeactivated?: boolean;
}

/** The body of `POST /v2/idps`. */
export interface CreateIdentityProviderRequest {
  readonly identityProviderConfig: IdentityProviderInput;
}

export interface UpdateIdentityProviderRequest extends UpdateMaskInput {
  /** What the mask does not name may be left out. */
  readonly identityProviderConfig: Partial<IdentityProviderInput> &
    Pick<IdentityProviderInput, "identityProviderId">;
}

/** Which identity provider. */
export interface IdentityProviderRequest {
  readonly identityProviderId: string;
}
