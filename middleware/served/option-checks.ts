import {
  anyValueCheck,
  booleanCheck,
  countCheck,
  functionCheck,
  listCheck,
  oneOfCheck,
  type OptionChecks,
  optionsCheck,
  textCheck,
} from "../../lib/internal.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import type { BodyQuotaLimits } from "../quotas/body-quota.ts";
import type { LedgerStreamOptions } from "./options.ts";

export const requestLogOptionChecks: OptionChecks<RequestLogOptions> = {
  onRequest: functionCheck,
  logBodies: booleanCheck,
};

const byteCountCheck = countCheck("bytes");

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
export const servedOptionChecks: OptionChecks<LedgerStreamOptions> = {
  ...requestLogOptionChecks,
  strictCursor: booleanCheck,
  extendedFields: booleanCheck,
  bodyLimit: byteCountCheck,
  intake: optionsCheck(bodyQuotaChecks),
  requestTimeoutMillis: countCheck("milliseconds"),
  onUnexpectedError: functionCheck,
  errors: oneOfCheck("hints", "exact"),
  // The authenticator checks it together with its keys.
  auth: anyValueCheck,
  cors: listCheck("origins, such as https://wallet.example.com", textCheck),
  fetchKeys: functionCheck,
  maxTokenLifetimeSeconds: countCheck("seconds"),
  onWithheldError: functionCheck,
  mount: textCheck,
  idleTimeoutMillis: countCheck("milliseconds", { from: 1 }),
  pingMillis: countCheck("milliseconds", { from: 1, to: 2 ** 31 - 1 }),
};
