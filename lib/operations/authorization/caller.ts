import type { IdentityProviderId, Party, UserId } from "../../ground/identifiers/identifiers.ts";

/**
 * On whose authority an operation runs.
 *
 * - `trusted`: the host itself, or any request when authorization is off. Everything is granted, but
 *   there is no user id to default to (ledger-api.md 5.6).
 * - `anonymous`: authorization is on and no valid token came. Nothing is granted; operations answer
 *   UNAUTHENTICATED at their first claim check, not before (ledger-api.md 3.0.1).
 * - `user`: a token's user, with the rights it holds now.
 */
export type Caller = TrustedCaller | AnonymousCaller | UserCaller;

export interface TrustedCaller {
  readonly kind: "trusted";
}

export interface AnonymousCaller {
  readonly kind: "anonymous";
}

export interface UserCaller {
  readonly kind: "user";
  readonly userId: UserId;
  readonly identityProviderId: IdentityProviderId;
  readonly claims: Claims;
  /** When the token that names the user expires, in milliseconds since 1970; absent for never. */
  readonly expiresAtMillis?: number;
}

/** What a user's rights amount to (ledger-api.md 5.3). ParticipantAdmin alone reads nothing. */
export interface Claims {
  /** The keys of the rights themselves, by which a change of them shows. */
  readonly rights: ReadonlySet<string>;
  readonly admin: boolean;
  readonly identityProviderAdmin: boolean;
  readonly actAs: ReadonlySet<Party>;
  /** Who has it may read and execute as any party as well. */
  readonly actAsAnyParty: boolean;
  /** Includes every party of `actAs`. */
  readonly readAs: ReadonlySet<Party>;
  readonly readAsAnyParty: boolean;
  /** Includes every party of `actAs`. */
  readonly executeAs: ReadonlySet<Party>;
  readonly executeAsAnyParty: boolean;
}

export const trustedCaller: TrustedCaller = { kind: "trusted" };
export const anonymousCaller: AnonymousCaller = { kind: "anonymous" };
