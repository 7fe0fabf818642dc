import type { ErrorIdentity } from "../../lib/api.ts";
import type { HistoryPageOptions } from "../../lib/history.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import type { FaultBook } from "../../lib/internal.ts";
import type { Authentication } from "../auth/authenticator.ts";
import type { Intake } from "../intake/intake.ts";
import type { UnreadAnswers } from "../intake/unread-answers.ts";
import type { LogHost } from "../log/log-entry.ts";

/** Whose requests are answered, and who is let in. */
export interface ApiHost extends Authentication, LogHost {
  readonly ledger: Ledger;
  /** What bodies hold. */
  readonly intake: Intake;
  /** What long answers hold. */
  readonly unread: UnreadAnswers;
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
