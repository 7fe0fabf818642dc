import { createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
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

const benchSetup = await createBenchLedger();
const { ledger, issuer, owner } = benchSetup;
await createActiveContracts(benchSetup, 1_000);
const heapBytesBefore = measureHeapBytes();
const contractCount = 100_000;
await createActiveContracts(benchSetup, contractCount);
const bytesPerContract = (measureHeapBytes() - heapBytesBefore) / contractCount;
const jsonLength = JSON.stringify(Token.create({ issuer, owner, amount: "50000.0" })).length;

const revertMillis: number[] = [];
for (let round = 0; round < 200; round += 1) {
  await ledger.submit({ actAs: issuer, commands: Token.create({ issuer, owner, amount: "1.0" }) });
  const start = performance.now();
  const snapshot = ledger.snapshot();
  await ledger.revert(snapshot);
  revertMillis.push(performance.now() - start);
}

reportFigures("Snapshots and memory at 100,000 active contracts", [
  {
    name: "snapshot and revert",
    samples: revertMillis,
    unit: "ms",
    target: { atMost: 0.05 },
  },
  {
    name: "memory per active contract in addition to its JSON, including the journal",
    samples: [(bytesPerContract - jsonLength) / 1024],
    unit: "KB",
    target: { atMost: 2.5 },
  },
]);
