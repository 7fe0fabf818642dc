import type { Caller } from "../../lib/api.ts";
import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { machineTimers } from "../api/machine-timers.ts";

/** A caller whose request may take long, and how to find out what it may do by now. */
interface StandingCaller {
  readonly caller: Caller;
  readonly authenticateAgain: () => Caller | Promise<Caller>;
}

/** Whether a caller may still do what it was let in for. */
export interface Standing {
  /**
   * Aborts with ACCESS_TOKEN_EXPIRED when the caller's token expires, and with
   * STALE_STREAM_AUTHORIZATION when its user has got or lost a right, whatever it is, or may not call at
   * all any more (ledger-api.md 5.3).
   */
  readonly signal: AbortSignal;
  /** Stops watching. Must be called. */
  readonly end: () => void;
}

/** Looks at once when the token expires, and at everything else every half second. */
export const watchStanding = (standing: StandingCaller, everyMillis = 500): Standing => {
  const lapsed = new AbortController();
  let cancel = (): void => undefined;
  let isOver = false;
  const watch = (): void => {
    const { caller } = standing;
    const left = (expiryOf(caller) ?? Infinity) - Date.now();
    cancel = machineTimers.schedule(Math.min(everyMillis, left), () => {
      void lapseOf(standing).then((lapse) => {
        if (lapse !== undefined) lapsed.abort(lapse);
        else if (!isOver) watch();
      });
    });
  };
  if (standing.caller.kind === "user") watch();
  return {
    signal: lapsed.signal,
    end: () => {
      isOver = true;
      cancel();
    },
  };
};

const lapseOf = async ({
  caller,
  authenticateAgain,
}: StandingCaller): Promise<LedgerError | undefined> => {
  const current = await Promise.resolve()
    .then(authenticateAgain)
    .catch(() => undefined);
  // Asked last: a token that expires while it is verified again gives no caller either.
  if ((expiryOf(caller) ?? Infinity) <= Date.now()) {
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

const expiryOf = (caller: Caller): number | undefined =>
  caller.kind === "user" ? caller.expiresAtMillis : undefined;

const hasSameRights = (current: Caller | undefined, before: Caller): boolean =>
  current?.kind === "user" && before.kind === "user"
    ? current.claims === before.claims || isSameSet(current.claims.rights, before.claims.rights)
    : false;

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
