import {
  anyValueCheck,
  functionOptionCheck,
  type OptionChecks,
  textOptionCheck,
} from "../../lib/internal.ts";
import { servedLedgerOptionChecks } from "../served/option-checks.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import type { InspectedTest } from "./inspected-test.ts";

/** Options of the explorer. */
export interface ExplorerOptions extends Pick<
  LedgerApiOptions,
  "auth" | "cors" | "fetchKeys" | "maxTokenLifetimeSeconds"
> {
  /**
   * Path below which the ledger API and the coin history are served, as seen from the page; default
   * `/`. A path that begins with a dot is relative to the page.
   */
  readonly ledgerPath?: string;
  /** Path of the control router; absent: the page does not control the ledger. */
  readonly controlPath?: string;
  /** Path of an API reference that the page links to. */
  readonly referencePath?: string;
  /**
   * Signs a token of a user, for administrators who want to view the ledger as that user. Returns
   * undefined if that is not possible; default: no tokens are signed.
   */
  readonly tokenOf?: ((userId: string) => string | undefined) | undefined;
  /** Test that the ledger belongs to; it ends when the page is closed. */
  readonly watched?: InspectedTest | undefined;
}

export const explorerRouterOptionChecks: OptionChecks = {
  ...servedLedgerOptionChecks,
  ledgerPath: textOptionCheck,
  controlPath: textOptionCheck,
  referencePath: textOptionCheck,
  tokenOf: functionOptionCheck,
  watched: anyValueCheck,
};
