import type { ErrorIdentity } from "../../lib/api.ts";
import type { HistoryPageOptions } from "../../lib/history.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import type { FaultBook } from "../../lib/internal.ts";
import type { Authentication } from "../auth/authenticator.ts";
import type { LogHost } from "../log/log-entry.ts";
import type { BodyQuota } from "../quotas/body-quota.ts";
import type { ResponseQuota } from "../quotas/response-quota.ts";

/** Whose requests are answered, and who is let in. */
export interface ApiHost extends Authentication, LogHost {
  readonly ledger: Ledger;
  /** Bounds what bodies of requests hold. */
  readonly bodies: BodyQuota;
  /** Bounds what long answers hold until they are read. */
  readonly responses: ResponseQuota;
  /** How long a request that waits for nothing may take, from its arrival to the first byte. */
  readonly requestTimeoutMillis: number;
  /** Told of defects: errors that are not answers of the ledger. */
  readonly onUnexpectedError?: ((error: unknown, identity: ErrorIdentity) => void) | undefined;
  /** Told of errors of which the client learns no cause. */
  readonly onWithheldError?: ((error: LedgerError, identity: ErrorIdentity) => void) | undefined;
  /** What is to go wrong. */
  readonly faults: FaultBook;
  /** Whether errors come with hints, or as a participant sends them. */
  readonly errors: "hints" | "exact";
  /** In which form history is served. */
  readonly history: HistoryPageOptions;
}
