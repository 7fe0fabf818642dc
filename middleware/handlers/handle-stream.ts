import {
  type Caller,
  collect,
  type ItemsWithUpperBound,
  type StreamListOptions,
  type StreamWaitOptions,
  type UpdateStream,
} from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  machineTimeSource,
  prefixErrorPath,
  refusedByJsonLayerError,
  runItemsInTimeSlices,
  streamIfKnownWithinMaximum,
} from "../../lib/internal.ts";
import { type HandlerRequest, type OperationHandler } from "../api/handler.ts";
import { createListReply } from "../api/reply.ts";
import type { RequestParameterValues } from "../decoding/parameters.ts";
import { type AuthorizationWatcher, watchAuthorization } from "../streaming/watch-authorization.ts";

type StreamOperation = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: StreamWaitOptions,
) => OpenedStream | Promise<OpenedStream>;

type OpenedStream = UpdateStream<unknown> | ItemsWithUpperBound<unknown>;

/**
 * Returns a handler that serves a stream as a list or live, as the request specifies. A waiting stream
 * fails with ACCESS_TOKEN_EXPIRED or STALE_STREAM_AUTHORIZATION when its caller loses the right to
 * read it.
 */
export const createStreamHandler =
  (open: StreamOperation): OperationHandler =>
  (exchange) =>
    exchange.delivery === "list" ? serveList(open, exchange) : serveLive(open, exchange);

/**
 * Serves a list with `limit` and `stream_idle_timeout_ms` (ledger-api.md 4.1). Idle time is
 * measured by the machine's clock, because clients wait in real time. Items are written while they
 * are computed if their number is certainly within the limit.
 */
const serveList = async (open: StreamOperation, exchange: HandlerRequest) => {
  const { ledger } = exchange;
  const options = readListOptions(exchange.parameters);
  const opened = openAuthorizedStream(open, exchange);
  try {
    const stream = await exchange.runAnswer(opened.stream);
    const bounded =
      "atMost" in stream ? streamIfKnownWithinMaximum(stream, options, ledger.config) : undefined;
    if (bounded === undefined) exchange.extendTimeLimit(Infinity);
    if (bounded !== undefined) return createListReply(runItemsInTimeSlices(bounded, exchange));
    const { signal } = exchange;
    return createListReply(
      await collect(stream, { ...options, signal }, ledger.config, machineTimeSource),
    );
  } finally {
    opened.end();
  }
};

/** Serves a live stream, without limit and idle timeout (ledger-api.md 4.2). */
const serveLive = async (open: StreamOperation, exchange: HandlerRequest) => {
  const opened = openAuthorizedStream(open, exchange);
  try {
    return createListReply(
      itemsUntilEnd(await exchange.runAnswer(opened.stream), exchange, opened.end),
    );
  } catch (error) {
    opened.end();
    throw error;
  }
};

async function* itemsUntilEnd(
  items: UpdateStream<unknown>,
  exchange: HandlerRequest,
  end: () => void,
): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* runItemsInTimeSlices(items, exchange);
  } finally {
    end();
  }
}

/**
 * Opens a stream that ends with its caller's authorization, which is watched until `end` is called
 * or the client leaves.
 */
const openAuthorizedStream = (open: StreamOperation, exchange: HandlerRequest) => {
  const { ledger, body, caller } = exchange;
  let authorization: AuthorizationWatcher | undefined;
  let signal: AbortSignal | undefined;
  return {
    stream: () =>
      open(ledger, body as never, caller, {
        timers: machineTimeSource,
        // Created on demand: only streams that follow the ledger, and long queries, read it.
        get signal() {
          authorization ??= startAuthorizationWatch(exchange);
          signal ??= AbortSignal.any([exchange.signal, authorization.signal]);
          return signal;
        },
      }),
    end: () => authorization?.end(),
  };
};

/**
 * Watches the caller's authorization. Throws for an aborted request: its response might never
 * be read, and then the watch would never end.
 */
const startAuthorizationWatch = (exchange: HandlerRequest): AuthorizationWatcher => {
  const { signal } = exchange;
  signal.throwIfAborted();
  const authorization = watchAuthorization(exchange);
  const end = (): void => {
    // A composed signal stays in memory with its listeners until it aborts or has none.
    signal.removeEventListener("abort", end);
    authorization.end();
  };
  signal.addEventListener("abort", end);
  return { signal: authorization.signal, end };
};

/** Returns the options of a list. Raises INVALID_ARGUMENT for an idle timeout of zero or less. */
const readListOptions = ({
  limit,
  stream_idle_timeout_ms: idleMillis,
}: RequestParameterValues): StreamListOptions => {
  if (typeof idleMillis === "number" && idleMillis <= 0) {
    const expected = "more than 0 milliseconds";
    throw prefixErrorPath("stream_idle_timeout_ms", refusedByJsonLayerError(expected, idleMillis));
  }
  return {
    ...(typeof limit === "number" ? { limit } : {}),
    ...(typeof idleMillis === "number" ? { idleMillis } : {}),
  };
};
