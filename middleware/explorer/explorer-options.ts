import { anything, callback, type OptionForms, text } from "../../lib/internal.ts";
import { servedForms } from "../served/option-forms.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import type { WatchedTest } from "./watched-test.ts";

/** How the page of a ledger is served. */
export interface ExplorerOptions extends Pick<
  LedgerApiOptions,
  "auth" | "cors" | "fetchKeys" | "maxTokenLifetimeSeconds"
> {
  /**
   * The path below which the ledger API and the coin history are served, as seen from the page: `/` when absent. One
   * that begins with a dot is relative to the page.
   */
  readonly ledgerPath?: string;
  /** The path of the control router; absent where the page is not to steer. */
  readonly controlPath?: string;
  /** The path of a reference of the API that the page links to. */
  readonly referencePath?: string;
  /**
   * Makes a token of a user, for administrators who want to look as somebody else. Answers undefined where that cannot
   * be done. None are made when absent.
   */
  readonly tokenOf?: ((userId: string) => string | undefined) | undefined;
  /** The test whose ledger this is, which goes on when the page is closed. */
  readonly watched?: WatchedTest | undefined;
}

export const explorerForms: OptionForms = {
  ...servedForms,
  ledgerPath: text,
  controlPath: text,
  referencePath: text,
  tokenOf: callback,
  watched: anything,
};
