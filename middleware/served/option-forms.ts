import {
  anything,
  callback,
  count,
  flag,
  listOfForm,
  oneOf,
  type OptionForms,
  optionsOf,
  text,
} from "../../lib/internal.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import type { BodyQuotaLimits } from "../quotas/body-quota.ts";
import type { LedgerStreamOptions } from "./options.ts";

export const requestLogForms: OptionForms<RequestLogOptions> = {
  onRequest: callback,
  logBodies: flag,
};

const byteCountForm = count("bytes");

const bodyQuotaForms: OptionForms<BodyQuotaLimits> = {
  maxAnonymousBodyBytes: byteCountForm,
  maxAnonymousBytes: byteCountForm,
  maxUserBytes: byteCountForm,
  maxBytes: byteCountForm,
};

/**
 * Options of all functions that serve a ledger. Hosts pass the same options to routers, streams and `fetch`,
 * so an option is unknown only if none of them has it.
 */
export const servedForms: OptionForms<LedgerStreamOptions> = {
  ...requestLogForms,
  strictCursor: flag,
  extendedFields: flag,
  bodyLimit: byteCountForm,
  intake: optionsOf(bodyQuotaForms),
  requestTimeoutMillis: count("milliseconds"),
  onUnexpectedError: callback,
  errors: oneOf("hints", "exact"),
  // The authenticator checks it together with its keys.
  auth: anything,
  cors: listOfForm("origins, such as https://wallet.example.com", text),
  fetchKeys: callback,
  maxTokenLifetimeSeconds: count("seconds"),
  onWithheldError: callback,
  mount: text,
  idleTimeoutMillis: count("milliseconds", { from: 1 }),
  pingMillis: count("milliseconds", { from: 1, to: 2 ** 31 - 1 }),
};
