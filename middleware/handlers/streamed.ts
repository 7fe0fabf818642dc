import {
  type BoundedItems,
  type Caller,
  collect,
  type ListOptions,
  type StreamOptions,
  type UpdateStream,
} from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { at, itemsInTurns, unfitJson, withinMaximum } from "../../lib/internal.ts";
import { type Exchange, type Handler, lengthOf } from "../api/handler.ts";
import { machineTimers } from "../api/machine-timers.ts";
import { list } from "../api/reply.ts";
import type { ParameterValues } from "../decoding/parameters.ts";
import { watchAuthorization, type WatchedAuthorization } from "../streaming/watch-authorization.ts";

type Open = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: StreamOptions,
) => Opened | Promise<Opened>;

type Opened = UpdateStream<unknown> | BoundedItems<unknown>;

/**
 * A stream, as one list or as it goes on, whichever the request asks for. A stream that waits fails
 * with ACCESS_TOKEN_EXPIRED or STALE_STREAM_AUTHORIZATION when its caller may not read it any more.
 */
export const streamed =
  (open: Open): Handler =>
  (exchange) =>
    exchange.delivery === "list" ? listed(open, exchange) : live(open, exchange);

/**
 * With `limit` and `stream_idle_timeout_ms` (ledger-api.md 4.1). Idle time is the machine's: a client
 * waits in real time, wherever the ledger's clock stands, and for as long as it asked to. Items are
 * written while they are made when it is certain beforehand that they are not too many.
 */
const listed = async (open: Open, exchange: Exchange) => {
  const { ledger } = exchange;
  const options = listOptions(exchange.parameters);
  const opened = openWatched(open, exchange);
  try {
    const stream = await exchange.inQueue(opened.stream);
    const certain = "atMost" in stream ? withinMaximum(stream, options, ledger.config) : undefined;
    if (certain === undefined) exchange.allowMillis(Infinity);
    if (certain !== undefined) return list(itemsInTurns(certain, lengthOf(exchange)));
    const { signal } = exchange;
    return list(await collect(stream, { ...options, signal }, ledger.config, machineTimers));
  } finally {
    opened.end();
  }
};

/** Neither bounds nor idle time apply (ledger-api.md 4.2). */
const live = async (open: Open, exchange: Exchange) => {
  const opened = openWatched(open, exchange);
  try {
    return list(ending(await exchange.inQueue(opened.stream), exchange, opened.end));
  } catch (error) {
    opened.end();
    throw error;
  }
};

async function* ending(
  items: UpdateStream<unknown>,
  exchange: Exchange,
  end: () => void,
): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* itemsInTurns(items, lengthOf(exchange));
  } finally {
    end();
  }
}

/** A stream that ends with the authorization of its caller, which is watched until `end`, or until nobody waits any more. */
const openWatched = (open: Open, exchange: Exchange) => {
  const { ledger, body, caller } = exchange;
  let authorization: WatchedAuthorization | undefined;
  let signal: AbortSignal | undefined;
  return {
    stream: () =>
      open(ledger, body as never, caller, {
        timers: machineTimers,
        // Only streams that follow the ledger, and what takes many turns, need it.
        get signal() {
          authorization ??= watched(exchange);
          signal ??= AbortSignal.any([exchange.signal, authorization.signal]);
          return signal;
        },
      }),
    end: () => authorization?.end(),
  };
};

/** What is answered too late may never be read, nor ended by who reads it. */
const watched = (exchange: Exchange): WatchedAuthorization => {
  const { signal } = exchange;
  signal.throwIfAborted();
  const authorization = watchAuthorization(exchange);
  const end = (): void => {
    // A signal that is made of others is held, with all that hear it, until it aborts or nobody does.
    signal.removeEventListener("abort", end);
    authorization.end();
  };
  signal.addEventListener("abort", end);
  return { signal: authorization.signal, end };
};

/** Raises INVALID_ARGUMENT when there is no time to wait for an item. */
const listOptions = ({
  limit,
  stream_idle_timeout_ms: idleMillis,
}: ParameterValues): ListOptions => {
  if (typeof idleMillis === "number" && idleMillis <= 0) {
    const expected = "more than 0 milliseconds";
    throw at("stream_idle_timeout_ms", unfitJson(expected, idleMillis));
  }
  return {
    ...(typeof limit === "number" ? { limit } : {}),
    ...(typeof idleMillis === "number" ? { idleMillis } : {}),
  };
};
