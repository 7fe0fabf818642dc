import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Offset } from "../../ground/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState, LogEntry } from "../../ledger/state/ledger-state.ts";
import { CheckpointPace } from "./checkpoint-pace.ts";
import { closable } from "./closable.ts";
import { prunedDataAccessed } from "./offset-checks.ts";
import { clockTimers, type StreamOptions } from "./timers.ts";

/** What a reader that follows the ledger gets. */
export type TailStep =
  | { readonly kind: "entry"; readonly entry: LogEntry; readonly state: LedgerState }
  /** Everything up to the ledger end of `state` was delivered. */
  | { readonly kind: "checkpoint"; readonly state: LedgerState };

export interface TailOptions extends StreamOptions {
  /** Exclusive; not after the ledger end, not before the pruning offset. */
  readonly begin: Offset;
  /** A first checkpoint this long after the start. */
  readonly firstCheckpointMillis?: number;
}

/**
 * What `toItem` makes of the log after `begin`, as long as the ledger lives; undefined items are left
 * out. Checkpoints come while the ledger moves and while it does not (ledger-api.md 3.1.7).
 *
 * Fails with OFFSET_AFTER_LEDGER_END when the ledger was reverted behind what was delivered, with
 * PARTICIPANT_PRUNED_DATA_ACCESSED when it was pruned before the reader came by, with
 * SERVICE_NOT_RUNNING when it closes, and with the signal's reason.
 */
export const tailLog = <Item>(
  ledger: Ledger,
  toItem: (step: TailStep) => Item | undefined,
  options: TailOptions,
): AsyncIterableIterator<Item, void, undefined> =>
  closable(async function* (signal) {
    for await (const step of follow(ledger, options, signal)) {
      const item = toItem(step);
      if (item !== undefined) yield item;
    }
  }, options.signal);

async function* follow(
  ledger: Ledger,
  { begin, timers = clockTimers(ledger.clock), firstCheckpointMillis }: TailOptions,
  signal: AbortSignal,
): AsyncGenerator<TailStep, void, undefined> {
  let wake = (): void => undefined;
  const pace = new CheckpointPace(begin, {
    config: ledger.config,
    timers,
    onTick: () => wake(),
    ...(firstCheckpointMillis === undefined ? {} : { firstMillis: firstCheckpointMillis }),
  });
  try {
    let { state } = ledger;
    let delivered = begin;
    for (;;) {
      for (const [, entry] of state.log.entries(delivered + 1)) {
        yield { kind: "entry", entry, state };
      }
      delivered = state.ledgerEnd;
      if (pace.take(state.ledgerEnd)) yield { kind: "checkpoint", state };
      await changeOrWake(ledger, { seen: state, signal, setWake: (own) => (wake = own) });
      requireContinuation(state, ledger.state);
      ({ state } = ledger);
    }
  } finally {
    pace.stop();
  }
}

interface Wait {
  readonly seen: LedgerState;
  readonly signal: AbortSignal;
  /** Told how to end the wait early. */
  readonly setWake: (wake: () => void) => void;
}

/** Resolves when the ledger changed or was woken; rejects with the signal's reason. */
const changeOrWake = async (ledger: Ledger, { seen, signal, setWake }: Wait): Promise<void> => {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const stop = (): void => waiting.abort();
  signal.addEventListener("abort", stop);
  setWake(stop);
  try {
    await ledger.changed(seen, waiting.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!waiting.signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** Entries are never written anew, so the last one tells whether the ledger went on from `seen`. */
const requireContinuation = (seen: LedgerState, next: LedgerState): void => {
  const { ledgerEnd } = seen;
  if (next.prunedUpTo > ledgerEnd) {
    throw prunedDataAccessed(`The stream is at ${ledgerEnd}`, next);
  }
  if (next.prunedUpTo === ledgerEnd) return;
  if (next.log.get(ledgerEnd) === seen.log.get(ledgerEnd) && next.ledgerEnd >= ledgerEnd) return;
  throw ledgerError("OFFSET_AFTER_LEDGER_END", {
    cause: `The ledger was reverted to before offset ${ledgerEnd}, which this stream has reached.`,
  });
};
