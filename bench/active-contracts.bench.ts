import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

import express from "express";
import { activeContracts, trustedCaller } from "ledger-in-a-box/api";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import { createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
import { reportFigures } from "./report.ts";

// Reads 100,000 active contracts as JSON: compared with JSON.stringify of the same items, and over HTTP.

declare const gc: () => void;

const contractCount = 100_000;
// Raises the list limit, which is a participant's default, because this bench measures longer lists.
const benchSetup = await createBenchLedger({ maxListElements: contractCount });
const { ledger, owner } = benchSetup;
await createActiveContracts(benchSetup, contractCount);
const activeContractsRequest = {
  activeAtOffset: ledger.state.ledgerEnd,
  eventFormat: { filtersByParty: { [owner]: {} } },
};

const activeContractItems = [...activeContracts(ledger, activeContractsRequest, trustedCaller)];
const measureStringifyMillis = (): number => {
  const start = performance.now();
  let length = 0;
  for (const item of activeContractItems) length += JSON.stringify(item).length;
  if (length === 0) throw new TypeError("nothing was written");
  return performance.now() - start;
};
const measureQueryMillis = (): number => {
  const start = performance.now();
  let length = 0;
  for (const item of activeContracts(ledger, activeContractsRequest, trustedCaller)) {
    length += JSON.stringify(item).length;
  }
  if (length === 0) throw new TypeError("nothing was written");
  return performance.now() - start;
};

const serializationMillis: number[] = [];
const queryTimes: number[] = [];
for (let round = 0; round < 7; round += 1) {
  serializationMillis.push(measureStringifyMillis());
  queryTimes.push(measureQueryMillis());
}

const expressApp = express();
expressApp.use(createLedgerRouter(ledger, { auth: "disabled" }));
const httpServer = expressApp.listen(0, "127.0.0.1");
await new Promise((resolve) => httpServer.once("listening", resolve));
const { port } = httpServer.address() as AddressInfo;
gc();
const heapBytesBefore = process.memoryUsage().heapUsed;
const eventLoopDelay = monitorEventLoopDelay({ resolution: 1 });
eventLoopDelay.enable();
const startMillis = performance.now();
const httpResponse = await fetch(`http://127.0.0.1:${port}/v2/state/active-contracts`, {
  method: "POST",
  body: JSON.stringify(activeContractsRequest),
});
let bytes = 0;
let peakHeapBytes = 0;
for await (const chunk of httpResponse.body ?? []) {
  bytes += (chunk as Uint8Array).length;
  peakHeapBytes = Math.max(peakHeapBytes, process.memoryUsage().heapUsed);
}
const httpMillis = performance.now() - startMillis;
eventLoopDelay.disable();
httpServer.close();

reportFigures("100,000 active contracts", [
  {
    name: "speed relative to JSON.stringify of the same items",
    samples: serializationMillis.map((millis, round) => millis / (queryTimes[round] ?? Number.NaN)),
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
    samples: [(peakHeapBytes - heapBytesBefore) / 2 ** 20],
    unit: "MiB",
  },
]);
