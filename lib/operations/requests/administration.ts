import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { EmptyObject } from "./formats.ts";

/** A requested page of a list. */
export interface PageRequest {
  /** Default: the maximum. */
  readonly pageSize?: number;
  /** Token from the previous page; absent for the first. */
  readonly pageToken?: string;
}

interface InIdentityProvider {
  /**
   * Default: the default identity provider for participant administrators, otherwise the caller's.
   */
  readonly identityProviderId?: string;
}

/** The fields to change, as paths such as `metadata.annotations`. */
export interface UpdateMaskInput {
  readonly updateMask: { readonly paths?: readonly string[] };
}

/**
 * The metadata of a resource in a request: its annotations, and the version that the client
 * expects.
 */
export interface ObjectMetaInput {
  /**
   * The version that the client has read. The change fails if another client has changed the
   * resource since then.
   */
  readonly resourceVersion?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A user in a request. */
export interface UserInput extends InIdentityProvider {
  readonly id: string;
  readonly primaryParty?: Party;
  readonly isDeactivated?: boolean;
  readonly metadata?: ObjectMetaInput | null;
  readonly primaryPartyAuthentication?: boolean;
}

/** A right in a request: `{kind: {CanActAs: {value: {party}}}}` */
export interface RightInput {
  readonly kind?: RightKindInput;
}

interface RightForParty {
  readonly value: { readonly party: Party };
}

interface RightWithoutParty {
  readonly value: EmptyObject;
}

/** The kind of a right in a request, with one key that names it. */
export type RightKindInput =
  | { readonly CanActAs: RightForParty }
  | { readonly CanReadAs: RightForParty }
  | { readonly CanExecuteAs: RightForParty }
  | { readonly CanReadAsAnyParty: RightWithoutParty }
  | { readonly CanExecuteAsAnyParty: RightWithoutParty }
  | { readonly CanActAsAnyParty: RightWithoutParty }
  | { readonly ParticipantAdmin: RightWithoutParty }
  | { readonly IdentityProviderAdmin: RightWithoutParty }
  | { readonly Empty: EmptyObject };

/** The body of `POST /v2/users`: the user with its initial rights. */
export interface CreateUserRequest {
  readonly user: UserInput;
  readonly rights?: readonly RightInput[];
}

/** Identifies a user. */
export interface UserByIdRequest extends InIdentityProvider {
  readonly userId: string;
}

/** The user's identity provider; default: the caller's. */
export type GetAuthenticatedUserRequest = InIdentityProvider;

export interface UpdateUserRequest extends UpdateMaskInput {
  readonly user: UserInput;
}

/** Moves a user from one identity provider to another. */
export interface UpdateUserIdentityProviderRequest {
  readonly userId: string;
  readonly sourceIdentityProviderId?: string;
  readonly targetIdentityProviderId?: string;
}

/** Rights to grant or revoke. */
export interface ChangeUserRightsRequest extends UserByIdRequest {
  readonly rights?: readonly RightInput[];
}

export interface ListPartiesRequest extends PageRequest, InIdentityProvider {
  /** Prefix of the party ids. */
  readonly filterParty?: string;
}

/** The parties to look up. */
export interface GetPartiesRequest extends InIdentityProvider {
  readonly party: Party;
  readonly parties?: readonly Party[];
}

export interface UpdatePartyRequest extends UpdateMaskInput {
  readonly partyDetails: PartyDetailsInput;
}

/** The party fields to change. */
export interface PartyDetailsInput extends InIdentityProvider {
  readonly party: Party;
  readonly isLocal?: boolean;
  readonly localMetadata?: ObjectMetaInput | null;
}

/** The body of `POST /v2/parties`. All fields are optional. */
export interface AllocatePartyRequest extends InIdentityProvider {
  /** The part of the party id before `::`; default `party-<uuid>`, also if empty. */
  readonly partyIdHint?: string;
  readonly localMetadata?: ObjectMetaInput | null;
  /** Optional if there is only one synchronizer. */
  readonly synchronizerId?: SynchronizerId;
  /** The user that gets the right CanActAs for the party. */
  readonly userId?: string;
}

/** An identity provider in a request. */
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
  /** Fields that the mask does not name are optional. */
  readonly identityProviderConfig: Partial<IdentityProviderInput> &
    Pick<IdentityProviderInput, "identityProviderId">;
}

/** Identifies an identity provider. */
export interface IdentityProviderByIdRequest {
  readonly identityProviderId: string;
}
