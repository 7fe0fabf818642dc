export type { AcceptedTokens, AuthOption } from "./auth/authenticator.ts";
export type { FetchKeySet } from "./auth/fetch-key-set.ts";
export type { KeyVerifierOption, TokenVerifier, VerifiedToken } from "./auth/token-verifier.ts";
export type { KeyOption, PublicKey } from "./auth/verification-key.ts";
export { createControlRouter } from "./control/control-router.ts";
export { createHistoryRouter } from "./express/history-router.ts";
export { createLedgerRouter } from "./express/ledger-router.ts";
export { createFetch, type FetchOptions } from "./fetch/create-fetch.ts";
export {
  attachLedgerStreams,
  type LedgerStreamOptions,
  type LedgerStreams,
} from "./websocket/attach-streams.ts";
export type { HistoryApiOptions, LedgerApiOptions } from "./options.ts";
