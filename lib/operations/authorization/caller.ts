import type { IdentityProviderId, Party, UserId } from "../../base/identifiers/identifiers.ts";
import type { CallNotes } from "./call-notes.ts";
import type { Writer } from "./commit-for.ts";

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

interface CallerCommon extends Pick<Writer, "wrote"> {
  /** Who is told what the call turns on; absent unless a request journal is kept. */
  readonly notes?: CallNotes;
  /** Whether commands of the call lose every race for a contract: a fault that a test asked for. */
  readonly losesRaces?: boolean;
}

/** The host itself, or anybody where authorization is disabled: may do everything. */
export interface TrustedCaller extends CallerCommon {
  readonly kind: "trusted";
}

/** Somebody without a token, or with one that is not accepted: may do what is public. */
export interface AnonymousCaller extends CallerCommon {
  readonly kind: "anonymous";
}

/** Somebody whose token said which user it is: may do what that user may, at the time of the call. */
export interface UserCaller extends CallerCommon {
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

/** The user that calls, if it is one. */
export const userOf = (caller: Caller): UserId | undefined =>
  caller.kind === "user" ? caller.userId : undefined;

/** The host itself: may do everything, and act for every party. What operations of this package take for who calls when they are not told. */
export const trustedCaller: TrustedCaller = { kind: "trusted" };
/** Somebody who showed no token: may ask for health and documents; all else raises UNAUTHENTICATED. */
export const anonymousCaller: AnonymousCaller = { kind: "anonymous" };
