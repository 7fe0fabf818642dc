import type { Offset } from "../../base/identifiers/identifiers.ts";
import {
  processWideScheduler,
  type ScheduledWorkOptions,
  TimeSlice,
} from "../../base/scheduling/fair-scheduler.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState, LogEntry } from "../../ledger/state/ledger-state.ts";
import {
  createOffsetCheckpoint,
  findNewestOffsetCheckpoint,
  type OffsetCheckpoint,
} from "./checkpoint.ts";
import { createClosableStream } from "./create-closable-stream.ts";
import { OffsetCheckpointTimer } from "./offset-checkpoint-timer.ts";
import { requireReaderUnaffectedByRevert } from "./offset-checks.ts";
import { getLiveStreams } from "./open-tails.ts";
import { createClockTimers, type StreamWaitOptions } from "./timers.ts";

/** A log entry or a checkpoint, for a reader that follows the ledger. */
export type LedgerStreamItem =
  | { readonly kind: "entry"; readonly entry: LogEntry; readonly state: LedgerState }
  /** A checkpoint. All entries up to its offset were yielded before. */
  | { readonly kind: "checkpoint"; readonly checkpoint: OffsetCheckpoint };

export interface LogTailOptions extends StreamWaitOptions, Omit<ScheduledWorkOptions, "signal"> {
  /** The offset after which the stream begins: at least the pruning offset, at most the ledger end. */
  readonly begin: Offset;
}

interface FollowOptions extends LogTailOptions {
  readonly progress: { isWaiting: boolean };
}

/** A stream of items that follows the ledger. */
export interface LogTailStream<Item> extends AsyncIterableIterator<Item, void, undefined> {
  /** True if all existing entries were read, and the stream waits for more. */
  readonly isWaiting: boolean;
}

/**
 * Returns a stream that follows the ledger. For each log entry after `begin`, it yields the result
 * of `toItem`, unless that is undefined. Checkpoints come in the order of offsets; the newest one
 * before the call is included (ledger-api.md 3.1.7).
 *
 * Reading fails with OFFSET_AFTER_LEDGER_END if the ledger is reverted to an offset before one that
 * was already read, with PARTICIPANT_PRUNED_DATA_ACCESSED if entries are pruned before they are
 * read, with SERVICE_NOT_RUNNING if the ledger closes, and with the signal's reason.
 */
export const tailLedgerLog = <Item>(
  ledger: Ledger,
  toItem: (step: LedgerStreamItem) => Item | undefined,
  options: LogTailOptions,
): LogTailStream<Item> => {
  const progress = { isWaiting: false };
  const items = createClosableStream(async function* (signal) {
    const { userId } = options;
    const begun = processWideScheduler.waitForFirstSlice({ userId, signal });
    if (begun !== undefined) await begun;
    const slice = new TimeSlice({ userId, signal });
    for await (const step of followLog(ledger, { ...options, progress }, signal)) {
      slice.restartTiming();
      const item = toItem(step);
      const next = slice.yieldIfDue();
      if (next !== undefined) await next;
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

async function* followLog(
  ledger: Ledger,
  { begin, timers = createClockTimers(ledger.clock), progress }: FollowOptions,
  signal: AbortSignal,
): AsyncGenerator<LedgerStreamItem, void, undefined> {
  let wake = (): void => undefined;
  let { state, reverts } = ledger;
  const { config, clock } = ledger;
  const timer = new OffsetCheckpointTimer({
    config,
    timers,
    newest: findNewestOffsetCheckpoint(state, clock.now(), config.checkpointIntervalMillis),
    make: () => createOffsetCheckpoint(ledger.state),
    onIdle: () => wake(),
  });
  const tail = { delivered: begin };
  getLiveStreams(ledger).add(tail);
  try {
    for (;;) {
      if (state.ledgerEnd > tail.delivered) {
        timer.updateSent();
        yield* iterateEntriesAndCheckpoints(state, tail.delivered, timer);
        tail.delivered = state.ledgerEnd;
      }
      const checkpoint = timer.takeIdle(tail.delivered);
      if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
      progress.isWaiting = true;
      await waitForChange(ledger, { seen: state, signal, setWake: (own) => (wake = own) });
      progress.isWaiting = false;
      requireReaderUnaffectedByRevert({ state, reverts }, ledger);
      ({ state, reverts } = ledger);
    }
  } finally {
    getLiveStreams(ledger).delete(tail);
    timer.stop();
  }
}

/**
 * Yields the entries after `begin` up to the ledger end, and a checkpoint in between if one is due.
 */
function* iterateEntriesAndCheckpoints(
  state: LedgerState,
  begin: Offset,
  timer: OffsetCheckpointTimer,
): Generator<LedgerStreamItem, void, undefined> {
  for (const [offset, entry] of state.log.entries(begin + 1)) {
    const checkpoint = timer.takeCheckpoint(begin, offset - 1);
    if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
    yield { kind: "entry", entry, state };
  }
  const checkpoint = timer.takeCheckpoint(begin, state.ledgerEnd);
  if (checkpoint !== undefined) yield { kind: "checkpoint", checkpoint };
}

interface ChangeWaitOptions {
  readonly seen: LedgerState;
  readonly signal: AbortSignal;
  /** Called with a function that ends the wait early. */
  readonly setWake: (wake: () => void) => void;
}

/**
 * Resolves when the ledger's state is no longer `seen`, or when the function passed to `setWake` is
 * called. Rejects with the signal's reason.
 */
const waitForChange = async (
  ledger: Ledger,
  { seen, signal, setWake }: ChangeWaitOptions,
): Promise<void> => {
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
