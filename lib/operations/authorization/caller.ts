import type { IdentityProviderId, Party, UserId } from "../../base/identifiers/identifiers.ts";
import type { DecisionCaller } from "../../ledger/port/ledger-decision.ts";
import type { ReceivedSubmission } from "../../ledger/port/overlapping-submissions.ts";
import type { CallFactRecorder } from "./call-fact-recorder.ts";

/**
 * The authority that an operation runs with.
 *
 * - `trusted`: the host itself, or any request if authorization is off. Has every claim, but no
 *   default user id (ledger-api.md 5.6).
 * - `anonymous`: authorization is on and the request has no valid token. Has no claim. Operations
 *   raise UNAUTHENTICATED at their first claim check, not earlier (ledger-api.md 3.0.1).
 * - `user`: the user of a token, with its current rights.
 */
export type Caller = TrustedCaller | AnonymousCaller | UserCaller;

interface CallerCommon extends Pick<DecisionCaller, "onWritten"> {
  /**
   * Receives the facts that determine the call's result; absent unless a request journal is
   * enabled.
   */
  readonly factRecorder?: CallFactRecorder;
  /**
   * True if commands of the call must lose every race for a contract. A fault that a test injected
   * sets it.
   */
  readonly losesRaces?: boolean;
  /**
   * The submission that the call makes; absent for other calls, and for calls from this process.
   */
  readonly receivedSubmission?: ReceivedSubmission;
}

/** The host itself, or any client if authorization is off. May do everything. */
export interface TrustedCaller extends CallerCommon {
  readonly kind: "trusted";
}

/** A client without a valid token. May use only public operations. */
export interface AnonymousCaller extends CallerCommon {
  readonly kind: "anonymous";
}

/** A client whose token names a user. May do what that user may at the time of the call. */
export interface UserCaller extends CallerCommon {
  readonly kind: "user";
  readonly userId: UserId;
  readonly identityProviderId: IdentityProviderId;
  readonly claims: Claims;
  /** Expiry time of the token, in milliseconds since 1970; absent for never. */
  readonly expiresAtMillis?: number;
  /** True for the first call with a token whose lifetime is longer than a participant accepts. */
  readonly isNewAndLongLived?: boolean;
}

/**
 * The claims that follow from a user's rights (ledger-api.md 5.3). ParticipantAdmin alone gives no
 * right to read.
 */
export interface Claims {
  /** The keys of the rights, to detect a change of them. */
  readonly rights: ReadonlySet<string>;
  readonly admin: boolean;
  readonly identityProviderAdmin: boolean;
  readonly actAs: ReadonlySet<Party>;
  /** Includes the claims to read and to execute as any party. */
  readonly actAsAnyParty: boolean;
  /** Includes every party of `actAs`. */
  readonly readAs: ReadonlySet<Party>;
  readonly readAsAnyParty: boolean;
  /** Includes every party of `actAs`. */
  readonly executeAs: ReadonlySet<Party>;
  readonly executeAsAnyParty: boolean;
}

/** Returns the id of the calling user; undefined if the caller is not a user. */
export const getCallerUserId = (caller: Caller): UserId | undefined =>
  caller.kind === "user" ? caller.userId : undefined;

/**
 * The host itself: may do everything, and act for every party. The default caller of all
 * operations.
 */
export const trustedCaller: TrustedCaller = { kind: "trusted" };
/**
 * A client without a token: may read only the health and the API documents. All other operations
 * raise UNAUTHENTICATED.
 */
export const anonymousCaller: AnonymousCaller = { kind: "anonymous" };
