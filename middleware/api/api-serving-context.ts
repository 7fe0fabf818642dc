import type { FailedCallIdentifiers } from "../../lib/api.ts";
import type { CoinHistoryPageOptions } from "../../lib/history.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import type { ApiVersionRules, FaultRuleRegistry, LiveStreamProgress } from "../../lib/internal.ts";
import type { AuthenticationService } from "../auth/authenticator.ts";
import type { CallLogObservers } from "../log/call-log-entry.ts";
import type { BodyQuota } from "../quotas/body-quota.ts";
import type { UnreadResponseQuota } from "../quotas/unread-response-quota.ts";

/** The ledger that the pipeline serves, with its authentication, quotas and log. */
export interface ApiServingContext extends AuthenticationService, CallLogObservers {
  readonly ledger: Ledger;
  /** The open streams of the ledger. */
  readonly openStreams: ReadonlySet<LiveStreamProgress>;
  /** Limits the memory for request bodies. */
  readonly bodies: BodyQuota;
  /** Limits the memory for long responses that the client has not read yet. */
  readonly responses: UnreadResponseQuota;
  /** Behaviour that depends on the version of the API. */
  readonly rules: ApiVersionRules;
  /**
   * Time limit of requests that do not wait by design, from arrival to the first byte of the
   * response, in milliseconds.
   */
  readonly requestTimeoutMillis: number;
  /** Called with errors that are defects of this program, not answers of the ledger. */
  readonly onUnexpectedError?:
    ((error: unknown, identity: FailedCallIdentifiers) => void) | undefined;
  /** Called with errors whose cause the response does not contain. */
  readonly onWithheldError?:
    ((error: LedgerError, identity: FailedCallIdentifiers) => void) | undefined;
  /** The fault rules that a test has set. */
  readonly faults: FaultRuleRegistry;
  /** `"hints"` adds hints to errors; `"exact"` sends errors as a participant does. */
  readonly errors: "hints" | "exact";
  /** Format of the pages of coin history. */
  readonly history: CoinHistoryPageOptions;
}
