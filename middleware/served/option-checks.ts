import {
  anyValueCheck,
  booleanOptionCheck,
  createCountOptionCheck,
  createListCheck,
  createOneOfCheck,
  createOptionsObjectCheck,
  functionOptionCheck,
  type OptionChecks,
  textOptionCheck,
} from "../../lib/internal.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import type { BodyQuotaLimits } from "../quotas/body-quota.ts";
import type { LedgerStreamServerOptions } from "./options.ts";

export const requestLogOptionChecks: OptionChecks<RequestLogOptions> = {
  onRequest: functionOptionCheck,
  logBodies: booleanOptionCheck,
};

const byteCountCheck = createCountOptionCheck("bytes");

const bodyQuotaChecks: OptionChecks<BodyQuotaLimits> = {
  maxAnonymousBodyBytes: byteCountCheck,
  maxAnonymousBytes: byteCountCheck,
  maxUserBytes: byteCountCheck,
  maxBytes: byteCountCheck,
};

/**
 * Options of all functions that serve a ledger. Hosts pass the same options to routers, streams and `fetch`,
 * so an option is unknown only if none of them has it.
 */
export const servedLedgerOptionChecks: OptionChecks<LedgerStreamServerOptions> = {
  ...requestLogOptionChecks,
  strictCursor: booleanOptionCheck,
  extendedFields: booleanOptionCheck,
  bodyLimit: byteCountCheck,
  intake: createOptionsObjectCheck(bodyQuotaChecks),
  requestTimeoutMillis: createCountOptionCheck("milliseconds"),
  onUnexpectedError: functionOptionCheck,
  errors: createOneOfCheck("hints", "exact"),
  // The authenticator checks it together with its keys.
  auth: anyValueCheck,
  cors: createListCheck("origins, such as https://wallet.example.com", textOptionCheck),
  fetchKeys: functionOptionCheck,
  maxTokenLifetimeSeconds: createCountOptionCheck("seconds"),
  onWithheldError: functionOptionCheck,
  mount: textOptionCheck,
  idleTimeoutMillis: createCountOptionCheck("milliseconds", { from: 1 }),
  pingMillis: createCountOptionCheck("milliseconds", { from: 1, to: 2 ** 31 - 1 }),
};
