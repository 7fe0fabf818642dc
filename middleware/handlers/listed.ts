import {
  collect,
  withinMaximum,
  type BoundedItems,
  type Caller,
  type Ledger,
  type ListOptions,
  type StreamOptions,
  type UpdateStream,
} from "../../lib/index.ts";
import type { ParameterValues } from "../decoding/parameters.ts";
import { list } from "../reply.ts";
import { machineTimers } from "../streaming/machine-timers.ts";
import { watchStanding, type Standing } from "../streaming/standing.ts";
import type { Handler } from "./handler.ts";

/**
 * A stream as one list, with `limit` and `stream_idle_timeout_ms` (ledger-api.md 4.1). Idle time is
 * the machine's: a client waits in real time, wherever the ledger's clock stands. Items are written
 * while they are made when it is certain beforehand that they are not too many. A list that waits fails
 * with ACCESS_TOKEN_EXPIRED or STALE_STREAM_AUTHORIZATION when its caller may not read it any more.
 */
export const listed =
  (
    open: (
      ledger: Ledger,
      request: unknown,
      caller: Caller,
      options: StreamOptions,
    ) => UpdateStream<unknown> | BoundedItems<unknown>,
  ): Handler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    const options = listOptions(exchange.parameters);
    let standing: Standing | undefined;
    try {
      const stream = open(ledger, body, caller, {
        timers: machineTimers,
        // Only streams that follow the ledger need it.
        get signal() {
          standing ??= watchStanding(exchange);
          return AbortSignal.any([exchange.signal, standing.signal]);
        },
      });
      const certain =
        "atMost" in stream ? withinMaximum(stream, options, ledger.config) : undefined;
      return list(certain ?? (await collect(stream, options, ledger.config, machineTimers)));
    } finally {
      standing?.end();
    }
  };

const listOptions = ({
  limit,
  stream_idle_timeout_ms: idleMillis,
}: ParameterValues): ListOptions => ({
  ...(typeof limit === "number" ? { limit } : {}),
  ...(typeof idleMillis === "number" ? { idleMillis } : {}),
});
