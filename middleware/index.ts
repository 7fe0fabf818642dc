export type { AcceptedTokens, AuthOption } from "./auth/authenticator.ts";
export type { FetchKeySet } from "./auth/fetch-key-set.ts";
export type { TokenFault } from "./auth/token-fault.ts";
export type { TokenAudienceAndScope } from "./auth/token-kind.ts";
export type {
  KeyVerifierOption,
  TokenPrivilege,
  TokenVerifier,
  VerifiedToken,
} from "./auth/token-verifier.ts";
export type {
  TokenVerificationKeyOption,
  TokenPublicKeyInput,
} from "./auth/read-verification-key.ts";
export type { ControlOptions } from "./control/control-options.ts";
export { createControlRouter } from "./control/create-control-router.ts";
export type { ExpressIncoming, ExpressMiddleware } from "./express/express-middleware.ts";
export type { ExplorerOptions } from "./explorer/explorer-options.ts";
export type { InspectedTest } from "./explorer/inspected-test.ts";
export type { BodyQuotaLimits } from "./quotas/body-quota.ts";
export { createExplorerRouter } from "./explorer/explorer-router.ts";
export { createHistoryRouter } from "./express/history-router.ts";
export { createLedgerRouter } from "./express/ledger-router.ts";
export { createFetch, type CreateFetchOptions } from "./fetch/create-fetch.ts";
export { formatRequestLogLine } from "./log/format-request-log-line.ts";
export type { LoggedRequestError, RequestLogOptions, RequestRecord } from "./log/request-record.ts";
export type {
  HistoryApiOptions,
  LedgerApiOptions,
  LedgerStreamServerOptions,
} from "./served/options.ts";
export { attachLedgerStreams, type AttachedLedgerStreams } from "./websocket/attach-streams.ts";
