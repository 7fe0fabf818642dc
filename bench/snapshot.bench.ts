import { benchLedger, createActiveContracts } from "./bench-ledger.ts";
import { Token } from "./coin-package.ts";
import { reportFigures } from "./report.ts";

// Snapshot and revert at 100,000 contracts, and the memory of active contracts.

declare const gc: () => void;

const measureHeapBytes = (): number => {
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const bench = await benchLedger();
const { ledger, issuer, owner } = bench;
await createActiveContracts(bench, 1_000);
const before = measureHeapBytes();
const contracts = 100_000;
await createActiveContracts(bench, contracts);
const bytesPerContract = (measureHeapBytes() - before) / contracts;
const json = JSON.stringify(Token.create({ issuer, owner, amount: "50000.0" })).length;

const samples: number[] = [];
for (let round = 0; round < 200; round += 1) {
  await ledger.submit({ actAs: issuer, commands: Token.create({ issuer, owner, amount: "1.0" }) });
  const start = performance.now();
  const snapshot = ledger.snapshot();
  await ledger.revert(snapshot);
  samples.push(performance.now() - start);
}

reportFigures("Snapshots and memory at 100,000 active contracts", [
  {
    name: "snapshot and revert",
    samples,
    unit: "ms",
    target: { atMost: 0.05 },
  },
  {
    name: "memory per active contract beyond its JSON, journal included",
    samples: [(bytesPerContract - json) / 1024],
    unit: "KB",
    target: { atMost: 2.5 },
  },
]);
