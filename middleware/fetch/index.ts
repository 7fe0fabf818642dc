/**
 * A `fetch` that a ledger answers in the same program, in Node and in browsers. In browsers, public
 * keys must be SPKI in PEM, and a content security policy must allow `'unsafe-eval'`, because
 * request schemas are compiled to JavaScript.
 */
export type { AcceptedTokens, AuthOption } from "../auth/authenticator.ts";
export type { FetchKeySet } from "../auth/fetch-key-set.ts";
export type { TokenFault } from "../auth/token-fault.ts";
export type { TokenAudienceAndScope } from "../auth/token-kind.ts";
export type {
  KeyVerifierOption,
  TokenPrivilege,
  TokenVerifier,
  VerifiedToken,
} from "../auth/token-verifier.ts";
export type {
  TokenVerificationKeyOption,
  TokenPublicKeyInput,
} from "../auth/read-verification-key.ts";
export type {
  LoggedRequestError,
  RequestLogOptions,
  RequestRecord,
} from "../log/request-record.ts";
export type { BodyQuotaLimits } from "../quotas/body-quota.ts";
export type { HistoryApiOptions, LedgerApiOptions } from "../served/options.ts";
export { createFetch, type CreateFetchOptions } from "./create-fetch.ts";
