import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import { type Lengthy, others } from "../../base/scheduling/long-work.ts";
import { taggedJson } from "../../base/values/tagged-json.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState, LogEntry } from "../../ledger/state/ledger-state.ts";
import { type Checkpoint, checkpointNow, newestCheckpoint } from "./checkpoint.ts";
import { CheckpointPace } from "./checkpoint-pace.ts";
import { closable } from "./closable.ts";
import { Turn } from "./in-turns.ts";
import { prunedDataAccessed } from "./offset-checks.ts";
import { clockTimers, type StreamOptions } from "./timers.ts";

/** What a reader that follows the ledger gets. */
export type TailStep =
  | { readonly kind: "entry"; readonly entry: LogEntry; readonly state: LedgerState }
  /** Everything up to it was delivered. */
  | { readonly kind: "checkpoint"; readonly checkpoint: Checkpoint };

export interface TailOptions extends StreamOptions, Omit<Lengthy, "signal"> {
  /** Exclusive; not after the ledger end, not before the pruning offset. */
  readonly begin: Offset;
}

interface FollowOptions extends TailOptions {
  readonly progress: { isWaiting: boolean };
}

/** Can be read with `for await`. */
export interface TailedLog<Item> extends AsyncIterableIterator<Item, void, undefined> {
  /** Whether all there is was read, and it waits for more. */
  readonly isWaiting: boolean;
}

/**
 * What `toItem` makes of the log after `begin`, as long as the ledger lives; undefined items are left
 * out. Checkpoints come in the order of offsets, also one made before (ledger-api.md 3.1.7).
 *
 * Fails with OFFSET_AFTER_LEDGER_END when the ledger was reverted behind what was delivered, with
 * PARTICIPANT_PRUNED_DATA_ACCESSED when it was pruned before the reader came by, with
 * SERVICE_NOT_RUNNING when it closes, and with the signal's reason.
 */
export const tailLog = <Item>(
  ledger: Ledger,
  toItem: (step: TailStep) => Item | undefined,
  options: TailOptions,
): TailedLog<Item> => {
  const progress = { isWaiting: false };
  const items = closable(async function* (signal) {
    const { userId } = options;
    const turn = new Turn({ userId, signal });
    let mayBeLong = options.areLong === true;
    for await (const step of follow(ledger, { ...options, progress }, signal)) {
      const before = mayBeLong ? others({ userId, signal }) : undefined;
      if (before !== undefined) await before;
      mayBeLong = false;
      const item = turn.time(() => toItem(step));
      // Whoever reads sees to it that others have their turns, but has no say where there is nothing to read.
      if (item === undefined) turn.count();
      if (turn.isOver) await turn.end();
      if (item !== undefined) yield item;
    }
  }, options.signal);
  return {
    ...items,
    get isWaiting() {
      return progress.isWaiting;
    },
  };
};

async function* follow(
  ledger: Ledger,
  { begin, timers = clockTimers(ledger.clock), progress }: FollowOptions,
  signal: AbortSignal,
): AsyncGenerator<TailStep, void, undefined> {
  let wake = (): void => undefined;
  let { state, reverts } = ledger;
  const { config, clock } = ledger;
  const pace = new CheckpointPace({
    config,
    timers,
    newest: newestCheckpoint(state, clock.now(), config.checkpointIntervalMillis),
    make: () => checkpointNow(ledger.state),
    onIdle: () => wake(),
  });
  try {
    let delivered = begin;
    for (;;) {
      if (state.ledgerEnd > delivered) {
        pace.moved();
        yield* range(state, delivered, pace);
        delivered = state.ledgerEnd;
      }
      const checkpoint = pace.takeIdle(delivered);
      if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
      progress.isWaiting = true;
      await changeOrWake(ledger, { seen: state, signal, setWake: (own) => (wake = own) });
      progress.isWaiting = false;
      requireContinuation({ state, reverts }, ledger);
      ({ state, reverts } = ledger);
    }
  } finally {
    pace.stop();
  }
}

/** All after `begin` up to the ledger end, with the checkpoint that is due in between. */
function* range(
  state: LedgerState,
  begin: Offset,
  pace: CheckpointPace,
): Generator<TailStep, void, undefined> {
  for (const [offset, entry] of state.log.entries(begin + 1)) {
    const checkpoint = pace.take(begin, offset - 1);
    if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
    yield { kind: "entry", entry, state };
  }
  const checkpoint = pace.take(begin, state.ledgerEnd);
  if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
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

/**
 * Where a ledger was reverted, the last entry tells whether it went on from `seen` all the same: none is ever written anew. Raises
 * PARTICIPANT_PRUNED_DATA_ACCESSED, OFFSET_AFTER_LEDGER_END.
 */
export const requireContinuation = (
  seen: Pick<Ledger, "state" | "reverts">,
  { state: next, reverts }: Ledger,
): void => {
  const { ledgerEnd } = seen.state;
  if (next.prunedUpTo > ledgerEnd) {
    throw prunedDataAccessed(`The stream is at ${ledgerEnd}`, next);
  }
  if (reverts === seen.reverts || ledgerEnd === 0) return;
  // Of what was pruned nobody knows what it was.
  const isKnown = next.prunedUpTo < ledgerEnd && ledgerEnd <= next.ledgerEnd;
  if (isKnown && goesOnFrom(seen.state, next)) return;
  throw ledgerError("OFFSET_AFTER_LEDGER_END", {
    cause: `The ledger was reverted: it is not known to go on from offset ${ledgerEnd}, which this stream has reached.`,
  });
};

const goesOnFrom = ({ log, ledgerEnd }: LedgerState, next: LedgerState): boolean => {
  const [before, now] = [log.get(ledgerEnd), next.log.get(ledgerEnd)];
  if (before === now) return true;
  // What has left the memory is another object whenever it is read.
  return next.past !== undefined && taggedJson(before ?? null) === taggedJson(now ?? null);
};
