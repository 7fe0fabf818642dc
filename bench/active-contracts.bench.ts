import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

import express from "express";
import { activeContracts, trustedCaller } from "ledger-in-a-box/api";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import { benchLedger, createActiveContracts } from "./bench-ledger.ts";
import { reportFigures } from "./report.ts";

// Reads 100,000 active contracts as JSON: compared with JSON.stringify of the same items, and over HTTP.

declare const gc: () => void;

const contracts = 100_000;
// Raises the list limit, which is a participant's default, because this bench measures longer lists.
const bench = await benchLedger({ maxListElements: contracts });
const { ledger, owner } = bench;
await createActiveContracts(bench, contracts);
const request = {
  activeAtOffset: ledger.state.ledgerEnd,
  eventFormat: { filtersByParty: { [owner]: {} } },
};

const items = [...activeContracts(ledger, request, trustedCaller)];
const stringifyMillis = (): number => {
  const start = performance.now();
  let length = 0;
  for (const item of items) length += JSON.stringify(item).length;
  if (length === 0) throw new TypeError("nothing was written");
  return performance.now() - start;
};
const queryMillis = (): number => {
  const start = performance.now();
  let length = 0;
  for (const item of activeContracts(ledger, request, trustedCaller)) {
    length += JSON.stringify(item).length;
  }
  if (length === 0) throw new TypeError("nothing was written");
  return performance.now() - start;
};

const serializationMillis: number[] = [];
const query: number[] = [];
for (let round = 0; round < 7; round += 1) {
  serializationMillis.push(stringifyMillis());
  query.push(queryMillis());
}

const app = express();
app.use(createLedgerRouter(ledger, { auth: "disabled" }));
const server = app.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const { port } = server.address() as AddressInfo;
gc();
const before = process.memoryUsage().heapUsed;
const eventLoopDelay = monitorEventLoopDelay({ resolution: 1 });
eventLoopDelay.enable();
const start = performance.now();
const response = await fetch(`http://127.0.0.1:${port}/v2/state/active-contracts`, {
  method: "POST",
  body: JSON.stringify(request),
});
let bytes = 0;
let peakHeapBytes = 0;
for await (const chunk of response.body ?? []) {
  bytes += (chunk as Uint8Array).length;
  peakHeapBytes = Math.max(peakHeapBytes, process.memoryUsage().heapUsed);
}
const httpMillis = performance.now() - start;
eventLoopDelay.disable();
server.close();

reportFigures("100,000 active contracts", [
  {
    name: "speed relative to JSON.stringify over the same items",
    samples: serializationMillis.map((millis, round) => millis / (query[round] ?? Number.NaN)),
    unit: "×",
    target: { atLeast: 0.4 },
  },
  { name: "over HTTP, one client", samples: [httpMillis], unit: "ms" },
  { name: "bytes delivered", samples: [bytes / 2 ** 20], unit: "MiB" },
  {
    name: "longest event-loop pause while streaming",
    samples: [eventLoopDelay.max / 1e6],
    unit: "ms",
    target: { atMost: 50 },
  },
  {
    name: "heap growth while streaming",
    samples: [(peakHeapBytes - before) / 2 ** 20],
    unit: "MiB",
  },
]);
