import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { lengthLeft } from "../../base/values/json-length.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import { SteppedItems } from "./in-turns.ts";
import type { BoundedItems } from "./snapshot-items.ts";
import type { Timers } from "./timers.ts";

/** What a client says of the list it wants (ledger-api.md 4.1). */
export interface ListOptions {
  /** `limit`: at most so many; counts as absent above the server's own maximum. */
  readonly limit?: number;
  /** `stream_idle_timeout_ms`: how long to wait for the next item, up to the server's own maximum. */
  readonly idleMillis?: number;
}

/** What a list is to be, and for how long anybody wants it. */
export interface CollectOptions extends ListOptions {
  /** Aborts when nobody wants the list any more. */
  readonly signal?: AbortSignal;
}

type ListConfig = Pick<LedgerConfig, "maxListElements" | "listWaitMillis" | "maxListWaitMillis">;

/**
 * The items of a stream as one list. A stream that can be read at once is read to its end or to the
 * limit; one that follows the ledger is left when nothing new came for the idle time, with what came
 * before. A checkpoint is nothing new. The stream is closed in any case.
 *
 * Rejects with JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED when there is more than the server's
 * maximum and no smaller limit, or more than 64 Mi characters of it, with what the stream fails with, and with the reason of the signal: then nothing more is read.
 */
export const collect = async <Item>(
  stream: Iterable<Item> | AsyncIterableIterator<Item, void, undefined>,
  options: CollectOptions,
  config: ListConfig,
  timers: Timers,
): Promise<readonly Item[]> => {
  const limit = effectiveLimit(options, config);
  const room = limit ?? config.maxListElements + 1;
  const items =
    Symbol.asyncIterator in stream
      ? await takeUntilIdle(stream, room, {
          timers,
          millis: Math.min(options.idleMillis ?? config.listWaitMillis, config.maxListWaitMillis),
          signal: options.signal,
        })
      : await take(stream, room, options.signal);
  if (limit === undefined && items.length > config.maxListElements) throw tooMany(config);
  return items;
};

/**
 * The items to answer with when it is certain beforehand that they are not too many, to be written
 * while they are made; undefined when they have to be collected to know.
 */
export const withinMaximum = <Item>(
  items: BoundedItems<Item>,
  options: ListOptions,
  config: ListConfig,
): Iterable<Item> | undefined => {
  const limit = effectiveLimit(options, config);
  if (limit !== undefined) {
    return items instanceof SteppedItems
      ? (items as SteppedItems<Item>).first(limit)
      : { [Symbol.iterator]: () => takeLazily(items, limit) };
  }
  return items.atMost <= config.maxListElements ? items : undefined;
};

const effectiveLimit = (
  { limit }: ListOptions,
  { maxListElements }: ListConfig,
): number | undefined =>
  limit === undefined || limit > maxListElements ? undefined : Math.max(limit, 0);

const take = async <Item>(
  source: Iterable<Item>,
  room: number,
  signal: AbortSignal | undefined,
): Promise<readonly Item[]> => {
  if (!(source instanceof SteppedItems)) return Array.from(takeLazily(source, room), scales());
  const items: Item[] = [];
  const inTurns = (source as SteppedItems<Item>).first(room).inTurns(signal);
  const weigh = scales();
  for await (const item of inTurns) items.push(weigh(item));
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

interface IdleTerms {
  readonly timers: Timers;
  readonly millis: number;
  readonly signal: AbortSignal | undefined;
}

const takeUntilIdle = async <Item>(
  stream: AsyncIterableIterator<Item, void, undefined>,
  room: number,
  terms: IdleTerms,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const idle = idleTime(terms);
  const weigh = scales();
  try {
    terms.signal?.throwIfAborted();
    let coming = room > 0 ? stream.next() : undefined;
    while (coming !== undefined) {
      const next = await Promise.race([coming, idle.over()]);
      if (next === undefined) {
        // It may have let others go on before what there is by now.
        if (!isReading(stream)) break;
        idle.restart();
        continue;
      }
      if (next.done === true) break;
      items.push(weigh(next.value));
      if (!isCheckpoint(next.value)) idle.restart();
      coming = items.length < room ? stream.next() : undefined;
    }
    // Of what it does for nobody any more, nobody is told.
    coming?.catch(() => undefined);
    return items;
  } finally {
    idle.cancel();
    await stream.return?.();
  }
};

/** A time that can be begun anew before it is over, and fails with the reason of the signal. */
const idleTime = ({ timers, millis, signal }: IdleTerms) => {
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

/** Of updates or of completions; it tells how far was read. */
const isCheckpoint = (item: unknown): boolean =>
  isObject(item) &&
  Object.values(item).some((choice) => isObject(choice) && "OffsetCheckpoint" in choice);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What a list may hold as a whole, in characters, texts that are repeated counted once; one item alone may have more. It is held until the last of them has come. */
const maxListLength = 64 * 1024 * 1024;

/** Gives what is put on, and raises JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED when all of it is too much. */
const scales = () => {
  let [left, count] = [maxListLength, 0];
  const counted = new Set<string>();
  return <Item>(item: Item): Item => {
    left = lengthLeft(item, left, counted);
    if (left < 0 && count > 0) throw tooLong(count);
    count += 1;
    return item;
  };
};

const tooLong = (count: number): LedgerError =>
  ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
    cause:
      `The first ${count + 1} elements of the result hold more than the ${maxListLength} characters ` +
      `that one list may have. Give a smaller limit, or read it as a stream.`,
  });

const tooMany = ({ maxListElements }: ListConfig): LedgerError =>
  ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
    cause:
      `The result has at least ${maxListElements + 1} elements, more than the ` +
      `${maxListElements} that one list may have. Give a limit, or read it as a stream.`,
  });
