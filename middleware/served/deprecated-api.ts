import { type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { getApiVersionRules, isJsonObject } from "../../lib/internal.ts";
import type { ApiVersionGate } from "../api/operation.ts";

type LedgerConfig = Ledger["config"];

/**
 * An option in `limits` of `createLedger` that enables a group of deprecated endpoints or fields.
 */
type SwitchName = `enableDeprecated${"Endpoints34" | "Parameters34" | "Endpoints35"}`;

/** The switch on a participant, and the release that deprecated what it enables. */
const deprecationSwitches: Readonly<
  Record<SwitchName, { readonly flag: string; readonly since: string }>
> = {
  enableDeprecatedEndpoints34: { flag: "enable-deprecated-endpoints-34", since: "3.4" },
  enableDeprecatedParameters34: { flag: "enable-deprecated-parameters-34", since: "3.4" },
  enableDeprecatedEndpoints35: { flag: "enable-deprecated-endpoints-35", since: "3.5" },
};

/**
 * The endpoints that release 3.6 disables as a whole, by operation id. Source: its release
 * notes. They also list `GET /v2/state/active-contracts-page`, which this ledger answers in every
 * version (docs/guide/served.md).
 */
const switchByEndpoint: Readonly<Record<string, SwitchName>> = {
  submitAndWaitForTransactionTree: "enableDeprecatedEndpoints34",
  getPreferredPackageVersion: "enableDeprecatedEndpoints34",
  getUpdatesFlats: "enableDeprecatedEndpoints34",
  getUpdatesTrees: "enableDeprecatedEndpoints34",
  getTransactionById: "enableDeprecatedEndpoints34",
  getTransactionByOffset: "enableDeprecatedEndpoints34",
  getTransactionTreeById: "enableDeprecatedEndpoints34",
  getTransactionTreeByOffset: "enableDeprecatedEndpoints34",
  listVettedPackagesByGet: "enableDeprecatedEndpoints35",
  updateVettedPackagesByPost: "enableDeprecatedEndpoints35",
};

/** The operations whose fields `filter` and `verbose` release 3.6 disables, with the field that replaces them. */
const formatFieldByOperation: Readonly<Record<string, string>> = {
  getActiveContracts: "eventFormat",
  getUpdates: "updateFormat",
};

/**
 * Returns the gate of an operation that release 3.6 disables, as a whole or for the legacy fields of its body, unless a
 * switch enables it. Undefined for other operations. The gate raises DEPRECATED_API_DISABLED; in earlier versions of the
 * API it accepts every request.
 */
export const findDeprecationGate = (operationId: string): ApiVersionGate | undefined => {
  const endpoint = switchByEndpoint[operationId];
  if (endpoint !== undefined) {
    return {
      request: (config, { method, path }) => requireEnabled(config, endpoint, `${method} ${path}`),
    };
  }
  const format = formatFieldByOperation[operationId];
  if (format === undefined) return undefined;
  return {
    body: (config, body, { path }) => {
      if (!isJsonObject(body) || isPresent(body[format])) return;
      if (!isPresent(body["filter"]) && body["verbose"] !== true) return;
      const api = `The fields filter/verbose of the ${path} requests`;
      requireEnabled(config, "enableDeprecatedParameters34", api);
    },
  };
};

const isPresent = (field: unknown): boolean => field !== undefined && field !== null;

const requireEnabled = (config: LedgerConfig, name: SwitchName, api: string): void => {
  if (getApiVersionRules(config.apiVersion).disablesDeprecated && !config[name]) {
    throw deprecatedApiError(name, api);
  }
};

const deprecatedApiError = (name: SwitchName, api: string): LedgerError => {
  const { flag, since } = deprecationSwitches[name];
  const setting = `canton.participants.<participant>.features.deprecated.${flag}`;
  return ledgerError("DEPRECATED_API_DISABLED", {
    cause:
      `${api} was deprecated in Canton ${since}, is disabled by default since Canton 3.6 and will be removed ` +
      `in Canton 3.7. Set \`${setting} = true\` to re-enable it temporarily.`,
  });
};
