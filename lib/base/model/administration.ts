import type { IdentityProviderId, Party, UserId } from "../identifiers/identifiers.ts";

/**
 * The annotations of a resource, and its version for optimistic concurrency (ledger-api.md 1.3).
 */
export interface ObjectMeta {
  /** 0 after creation; each successful update adds 1. */
  readonly resourceVersion: number;
  readonly annotations: ReadonlyMap<string, string>;
}

/** A user of the ledger, with its rights. */
export interface User {
  readonly id: UserId;
  /** `""` if there is none. */
  readonly primaryParty: Party;
  readonly isDeactivated: boolean;
  readonly metadata: ObjectMeta;
  readonly identityProviderId: IdentityProviderId;
  readonly primaryPartyAuthentication: boolean;
  /** Keyed by `computeRightKey`. */
  readonly rights: ReadonlyMap<string, Right>;
}

/** A permission of a user. */
export type Right =
  | { readonly kind: "ParticipantAdmin" | "IdentityProviderAdmin" }
  | { readonly kind: "CanReadAsAnyParty" | "CanExecuteAsAnyParty" | "CanActAsAnyParty" }
  | { readonly kind: "CanActAs" | "CanReadAs" | "CanExecuteAs"; readonly party: Party };

/** Returns a key that is equal for equal rights. */
export const computeRightKey = (right: Right): string =>
  "party" in right ? `${right.kind}/${right.party}` : right.kind;

/** A party of the ledger, with its local details. */
export interface PartyDetails {
  readonly party: Party;
  readonly isLocal: boolean;
  readonly localMetadata: ObjectMeta;
  readonly identityProviderId: IdentityProviderId;
}

/**
 * An identity provider: an additional issuer whose tokens the ledger accepts, and the URL of its
 * keys.
 */
export interface IdentityProviderConfig {
  readonly identityProviderId: IdentityProviderId;
  readonly isDeactivated: boolean;
  readonly issuer: string;
  readonly jwksUrl: string;
  /** `""` if the audience of tokens is not checked. */
  readonly audience: string;
}
