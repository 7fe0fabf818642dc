import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { subtractJsonLength } from "../../base/values/json-size.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import type { ItemsWithUpperBound } from "./snapshot-items.ts";
import { StepwiseIterable } from "./stepwise-iterable.ts";
import type { Timers } from "./timers.ts";

/** The list options of a request (ledger-api.md 4.1). */
export interface StreamListOptions {
  /** `limit`: maximum number of items. Ignored if it is above the server's maximum. */
  readonly limit?: number;
  /** `stream_idle_timeout_ms`: time to wait for the next item, up to the server's maximum. */
  readonly idleMillis?: number;
}

/** Options of a list, with the signal of its reader. */
export interface CollectOptions extends StreamListOptions {
  /** Aborts when the reader no longer needs the list. */
  readonly signal?: AbortSignal;
}

type ListConfig = Pick<LedgerConfig, "maxListElements" | "listWaitMillis" | "maxListWaitMillis">;

/**
 * Returns the items of a stream as a list. A bounded stream is read to its end or to the limit. A
 * stream that follows the ledger is read until no new item except checkpoints has come for the idle
 * time. The stream is always closed at the end.
 *
 * Rejects with JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED if the items have more than 64 Mi
 * characters, or if there are more items than the server's maximum and the request has no smaller
 * limit. Also rejects with the errors of the stream, and with the reason of the signal.
 */
export const collect = async <Item>(
  stream: Iterable<Item> | AsyncIterableIterator<Item, void, undefined>,
  options: CollectOptions,
  config: ListConfig,
  timers: Timers,
): Promise<readonly Item[]> => {
  const limit = effectiveLimit(options, config);
  const maxItems = limit ?? config.maxListElements + 1;
  const items =
    Symbol.asyncIterator in stream
      ? await takeUntilIdle(stream, maxItems, {
          timers,
          millis: Math.min(options.idleMillis ?? config.listWaitMillis, config.maxListWaitMillis),
          signal: options.signal,
        })
      : await takeItems(stream, maxItems, options.signal);
  if (limit === undefined && items.length > config.maxListElements) throw tooManyItemsError(config);
  return items;
};

/**
 * Returns the items if their number is known to be within the maximum, so that they can be sent
 * while they are created. Returns undefined if they must be collected first to count them.
 */
export const streamIfKnownWithinMaximum = <Item>(
  items: ItemsWithUpperBound<Item>,
  options: StreamListOptions,
  config: ListConfig,
): Iterable<Item> | undefined => {
  const limit = effectiveLimit(options, config);
  if (limit !== undefined) {
    return items instanceof StepwiseIterable
      ? (items as StepwiseIterable<Item>).takeFirst(limit)
      : { [Symbol.iterator]: () => takeLazily(items, limit) };
  }
  return items.atMost <= config.maxListElements ? items : undefined;
};

const effectiveLimit = (
  { limit }: StreamListOptions,
  { maxListElements }: ListConfig,
): number | undefined =>
  limit === undefined || limit > maxListElements ? undefined : Math.max(limit, 0);

const takeItems = async <Item>(
  source: Iterable<Item>,
  room: number,
  signal: AbortSignal | undefined,
): Promise<readonly Item[]> => {
  if (!(source instanceof StepwiseIterable)) {
    return Array.from(takeLazily(source, room), lengthCounter());
  }
  const items: Item[] = [];
  const inSlices = (source as StepwiseIterable<Item>).takeFirst(room).inSlices(signal);
  const weigh = lengthCounter();
  for await (const item of inSlices) items.push(weigh(item));
  return items;
};

function* takeLazily<Item>(items: Iterable<Item>, room: number): Generator<Item> {
  let left = room;
  if (left === 0) return;
  for (const item of items) {
    yield item;
    left--;
    if (left === 0) return;
  }
}

interface IdleOptions {
  readonly timers: Timers;
  readonly millis: number;
  readonly signal: AbortSignal | undefined;
}

const takeUntilIdle = async <Item>(
  stream: AsyncIterableIterator<Item, void, undefined>,
  room: number,
  terms: IdleOptions,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const idle = createIdleTimer(terms);
  const weigh = lengthCounter();
  try {
    terms.signal?.throwIfAborted();
    let coming = room > 0 ? stream.next() : undefined;
    while (coming !== undefined) {
      const next = await Promise.race([coming, idle.over()]);
      if (next === undefined) {
        // The stream may still be reading an existing item, because it yielded to other work.
        if (!isReading(stream)) break;
        idle.restart();
        continue;
      }
      if (next.done === true) break;
      items.push(weigh(next.value));
      if (!isCheckpoint(next.value)) idle.restart();
      coming = items.length < room ? stream.next() : undefined;
    }
    // Ignore a later rejection, which no caller waits for.
    coming?.catch(() => undefined);
    return items;
  } finally {
    idle.cancel();
    await stream.return?.();
  }
};

/**
 * Returns a timeout that can be restarted. `over()` resolves after the idle time, and rejects with
 * the reason of the signal when it aborts.
 */
const createIdleTimer = ({ timers, millis, signal }: IdleOptions) => {
  let over = Promise.resolve<undefined>(undefined);
  let fail = (): void => undefined;
  const begin = (): (() => void) => {
    let end = (): void => undefined;
    over = new Promise((resolve, reject) => {
      end = () => resolve(undefined);
      fail = () => reject(signal?.reason as Error);
    });
    return timers.schedule(millis, end);
  };
  const leave = (): void => fail();
  signal?.addEventListener("abort", leave, { once: true });
  let cancel = begin();
  return {
    over: () => over,
    cancel: () => {
      cancel();
      signal?.removeEventListener("abort", leave);
    },
    restart: () => {
      cancel();
      cancel = begin();
    },
  };
};

const isReading = (stream: object): boolean => "isWaiting" in stream && stream.isWaiting === false;

/** Returns true for a checkpoint among updates or completions. */
const isCheckpoint = (item: unknown): boolean =>
  isObject(item) &&
  Object.values(item).some((choice) => isObject(choice) && "OffsetCheckpoint" in choice);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Maximum number of characters of a list, because the whole list is kept in memory. Repeated texts
 * count once. A single item may be larger.
 */
const maxListLength = 64 * 1024 * 1024;

/**
 * Returns a function that adds the length of an item to a total and returns the item. It raises
 * JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED if the total is too large.
 */
const lengthCounter = () => {
  let [left, count] = [maxListLength, 0];
  const counted = new Set<string>();
  return <Item>(item: Item): Item => {
    left = subtractJsonLength(item, left, counted);
    if (left < 0 && count > 0) throw listTooLongError(count);
    count += 1;
    return item;
  };
};

const listTooLongError = (count: number): LedgerError =>
  ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
    cause:
      `The first ${count + 1} elements of the result have more than the ${maxListLength} characters ` +
      `that one list may have. Set a smaller limit, or read the result as a stream.`,
  });

const tooManyItemsError = ({ maxListElements }: ListConfig): LedgerError =>
  ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
    cause:
      `The result has at least ${maxListElements + 1} elements, more than the ` +
      `${maxListElements} that one list may have. Set a limit, or read the result as a stream.`,
  });
