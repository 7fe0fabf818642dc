import type { IdentityProviderId, Party, UserId } from "../identifiers/identifiers.ts";

/** Annotations and the version that guards concurrent change (ledger-api.md 1.3). */
export interface ObjectMeta {
  /** 0 after creation, +1 per successful update. */
  readonly resourceVersion: number;
  readonly annotations: ReadonlyMap<string, string>;
}

/** A user of the ledger, with its rights. */
export interface User {
  readonly id: UserId;
  /** `""` when there is none. */
  readonly primaryParty: Party;
  readonly isDeactivated: boolean;
  readonly metadata: ObjectMeta;
  readonly identityProviderId: IdentityProviderId;
  readonly primaryPartyAuthentication: boolean;
  /** Keyed by `rightKey`. */
  readonly rights: ReadonlyMap<string, Right>;
}

/** What a user may do. */
export type Right =
  | { readonly kind: "ParticipantAdmin" | "IdentityProviderAdmin" }
  | { readonly kind: "CanReadAsAnyParty" | "CanExecuteAsAnyParty" | "CanActAsAnyParty" }
  | { readonly kind: "CanActAs" | "CanReadAs" | "CanExecuteAs"; readonly party: Party };

/** Equal for equal rights. */
export const rightKey = (right: Right): string =>
  "party" in right ? `${right.kind}/${right.party}` : right.kind;

/** A party of the ledger: its id, and what is known of it. */
export interface PartyDetails {
  readonly party: Party;
  readonly isLocal: boolean;
  readonly localMetadata: ObjectMeta;
  readonly identityProviderId: IdentityProviderId;
}

/** Whose tokens are taken besides: an issuer, and where it publishes its keys. */
export interface IdentityProviderConfig {
  readonly identityProviderId: IdentityProviderId;
  readonly isDeactivated: boolean;
  readonly issuer: string;
  readonly jwksUrl: string;
  /** `""` when the audience of tokens is not checked. */
  readonly audience: string;
}
