import { functionOptionCheck, type OptionChecks, secretOptionCheck } from "../../lib/internal.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import { requestLogOptionChecks } from "../served/option-checks.ts";

/** Options of the control API. */
export interface ControlOptions extends RequestLogOptions {
  /**
   * Secret that requests must contain as `Authorization: Bearer <secret>`; then they may come from
   * anywhere. Without a secret, only programs on this machine are admitted, including requests
   * through a local proxy that adds no forwarding header.
   */
  readonly secret?: string | undefined;
  /** Action of `POST /reset`; default: empty the ledger. */
  readonly reset?: (() => void | Promise<void>) | undefined;
  /**
   * Opens the ledger of a file and resolves to the path of its page, relative to the router.
   * Absent: files cannot be opened.
   */
  readonly open?: ((text: string) => Promise<string>) | undefined;
  /** Called with errors that `onRequest` throws. */
  readonly onUnexpectedError?: ((error: unknown) => void) | undefined;
}

export const controlOptionChecks: OptionChecks<ControlOptions> = {
  ...requestLogOptionChecks,
  secret: secretOptionCheck,
  reset: functionOptionCheck,
  open: functionOptionCheck,
  onUnexpectedError: functionOptionCheck,
};
