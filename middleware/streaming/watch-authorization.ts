import type { Caller } from "../../lib/api.ts";
import { type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { machineTimeSource } from "../../lib/internal.ts";
import { hasAuthorizationChanged } from "../auth/authorization-change.ts";

/** The caller of a long request, and how to authenticate it again. */
interface CallerToWatch {
  readonly ledger: Ledger;
  readonly caller: Caller;
  authenticate(): Caller | Promise<Caller>;
}

/** Watches whether a caller still has the rights that it was authorized with. */
export interface AuthorizationWatcher {
  /**
   * Aborts with ACCESS_TOKEN_EXPIRED when the caller's token expires, and with
   * STALE_STREAM_AUTHORIZATION when any right of its user changes or the user may no longer call
   * (ledger-api.md 5.3).
   */
  readonly signal: AbortSignal;
  /** Stops watching. Must be called. */
  readonly end: () => void;
}

/**
 * Authenticates a user again when users or identity providers of the ledger change, and when the
 * token expires.
 */
export const watchAuthorization = (watched: CallerToWatch): AuthorizationWatcher => {
  const invalid = new AbortController();
  const ended = new AbortController();
  const { caller } = watched;
  const check = async (): Promise<void> => {
    const error = await authorizationError(watched);
    if (error !== undefined && !ended.signal.aborted) invalid.abort(error);
  };
  const checkAt = (expiresAtMillis: number): (() => void) => {
    const checkOrWait = (): void => {
      // Timers are limited to about 24 days.
      if (Date.now() < expiresAtMillis) cancel = checkAt(expiresAtMillis);
      else void check();
    };
    return machineTimeSource.schedule(expiresAtMillis - Date.now(), checkOrWait);
  };
  let cancel = (): void => undefined;
  if (caller.kind === "user") {
    if (caller.expiresAtMillis !== undefined) cancel = checkAt(caller.expiresAtMillis);
    void checkOnChange(watched.ledger, check, ended.signal);
  }
  return {
    signal: invalid.signal,
    end: () => {
      cancel();
      ended.abort();
    },
  };
};

/**
 * Runs the check after every change of users or identity providers, including reverts, until the
 * signal aborts.
 */
const checkOnChange = async (
  ledger: Ledger,
  check: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let { state } = ledger;
  try {
    // Rights may have changed since the caller was authenticated.
    await check();
    for (;;) {
      await ledger.changed(state, signal);
      const before = state;
      ({ state } = ledger);
      if (hasAuthorizationChanged(before, state)) await check();
    }
  } catch {
    // Either the watch was ended, or the ledger was closed, which ends its streams.
  }
};

const authorizationError = async (watched: CallerToWatch): Promise<LedgerError | undefined> => {
  const { caller } = watched;
  const current = await Promise.resolve()
    .then(() => watched.authenticate())
    .catch(() => undefined);
  // Check the expiry before the rights: an expired token fails to authenticate, and its error must
  // be ACCESS_TOKEN_EXPIRED.
  if ((readExpiry(caller) ?? Infinity) <= Date.now()) {
    return ledgerError("ACCESS_TOKEN_EXPIRED", {
      cause: "The token expired. Continue with a new one.",
    });
  }
  return hasSameRights(current, caller)
    ? undefined
    : ledgerError("STALE_STREAM_AUTHORIZATION", {
        cause: "The rights of the user changed. Continue with those it has now.",
      });
};

const readExpiry = (caller: Caller): number | undefined =>
  caller.kind === "user" ? caller.expiresAtMillis : undefined;

const hasSameRights = (current: Caller | undefined, before: Caller): boolean =>
  current?.kind === "user" && before.kind === "user"
    ? current.claims === before.claims || isSameSet(current.claims.rights, before.claims.rights)
    : false;

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
