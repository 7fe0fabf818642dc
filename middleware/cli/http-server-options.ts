import type { FailedCallIdentifiers } from "../../lib/api.ts";
import type { LedgerError } from "../../lib/index.ts";
import type { AcceptedTokens } from "../auth/authenticator.ts";
import type { TokenAudienceAndScope } from "../auth/token-kind.ts";
import type { InspectedTest } from "../explorer/inspected-test.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import type { DroppedLedgerFileServer } from "./dropped-ledger-file-server.ts";
import type { AuthSetting } from "./settings.ts";

/** See `LedgerApiOptions`. */
export interface HttpServerOptions
  extends Pick<LedgerApiOptions, "errors" | "cors">, RequestLogOptions {
  readonly port: number;
  /** Name or address of this machine; default 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  readonly auth: AuthSetting;
  readonly target?: TokenAudienceAndScope | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
  /** Tokens that are accepted in addition to those of `auth`. */
  readonly alsoAccepted?: AcceptedTokens | undefined;
  readonly requestTimeoutMillis?: number | undefined;
  readonly control: boolean;
  /** Secret of the control API; absent: every program on this machine may use it. */
  readonly controlSecret?: string | undefined;
  /** Test that the ledger belongs to, if there is one. */
  readonly watched?: InspectedTest | undefined;
  /** Reverts the ledger to its loaded content; absent: to an empty ledger. */
  readonly reset?: () => void | Promise<void>;
  readonly onUnexpectedError: (error: unknown, identity: FailedCallIdentifiers) => void;
  readonly onWithheldError?:
    ((error: LedgerError, identity: FailedCallIdentifiers) => void) | undefined;
}

export interface AppServerOptions extends HttpServerOptions {
  /** Absent if files cannot be opened. */
  readonly files?: DroppedLedgerFileServer;
}
