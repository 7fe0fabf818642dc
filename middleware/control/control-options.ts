import { callback, type OptionForms, secret } from "../../lib/internal.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import { requestLogForms } from "../served/option-forms.ts";

/** How a ledger is steered. */
export interface ControlOptions extends RequestLogOptions {
  /**
   * What a request must know, as `Authorization: Bearer <secret>`; then it may come from anywhere. Without, only
   * programs on this very machine are answered, and whatever reaches it through a proxy here that does not say so.
   */
  readonly secret?: string | undefined;
  /** What `POST /reset` does; the ledger begins anew, with nothing on it, when absent. */
  readonly reset?: (() => void | Promise<void>) | undefined;
  /**
   * Opens the ledger of a file beside this one, and answers where its page is, as seen from the router. Without, no
   * files are opened.
   */
  readonly open?: ((text: string) => Promise<string>) | undefined;
  /** Told of what `onRequest` throws. */
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined;
}

export const controlForms: OptionForms<ControlOptions> = {
  ...requestLogForms,
  secret,
  reset: callback,
  open: callback,
  onUnexpectedError: callback,
};
