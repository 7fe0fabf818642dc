import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLedger } from "ledger-in-a-box";

import { benchPackage } from "./coin-package.ts";
import { reportFigures } from "./report.ts";

// A new process of the built package: imports it, creates a ledger, and commits the first contract.

const libraryEntry = join(import.meta.dirname, "..", "dist", "lib", "index.js");
const apiEntry = join(import.meta.dirname, "..", "dist", "lib", "api.js");
const middlewareEntry = join(import.meta.dirname, "..", "dist", "middleware", "index.js");
const testingEntry = join(import.meta.dirname, "..", "dist", "fixtures", "testing", "index.js");
const firstContractProgram = `
  const { createLedger, Ping } = await import(${JSON.stringify(libraryEntry)});
  const ledger = await createLedger({ seed: 1 });
  // Builds before ledger.allocateParty have only the operation.
  const party =
    (await ledger.allocateParty?.("alice")) ??
    (await (await import(${JSON.stringify(apiEntry)})).allocateParty(ledger, { partyIdHint: "alice" }))
      .partyDetails.party;
  await ledger.submit({ actAs: party, commands: Ping.create({ id: "1", initiator: party, responder: party }) });
`;

const measureColdStartMillis = (code: string, env: NodeJS.ProcessEnv = {}): number => {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new TypeError(stderr.toString());
  return performance.now() - start;
};

const compileCache = mkdtempSync(join(tmpdir(), "cold-start-"));
const emptyProcessMillis: number[] = [];
const firstContractMillis: number[] = [];
const cachedFirstContractMillis: number[] = [];
const middlewareImportMillis: number[] = [];
const testingImportMillis: number[] = [];
for (let round = 0; round < 30; round += 1) {
  emptyProcessMillis.push(measureColdStartMillis(""));
  firstContractMillis.push(measureColdStartMillis(firstContractProgram));
  cachedFirstContractMillis.push(
    measureColdStartMillis(firstContractProgram, { NODE_COMPILE_CACHE: compileCache }),
  );
  middlewareImportMillis.push(
    measureColdStartMillis(`await import(${JSON.stringify(middlewareEntry)})`),
  );
  testingImportMillis.push(measureColdStartMillis(`await import(${JSON.stringify(testingEntry)})`));
}
rmSync(compileCache, { recursive: true, force: true });

const furtherLedgerMillis: number[] = [];
for (let round = 0; round < 300; round += 1) {
  const start = performance.now();
  const ledger = await createLedger({ packages: [benchPackage], seed: round });
  furtherLedgerMillis.push(performance.now() - start);
  await ledger.close();
}

reportFigures("Start-up", [
  {
    name: "time to import the package, create a ledger and commit the first contract, minus Node's own start (median of 30)",
    samples: firstContractMillis.map(
      (millis, round) => millis - (emptyProcessMillis[round] ?? Number.NaN),
    ),
    unit: "ms",
    target: { atMost: 35 },
  },
  ...("enableCompileCache" in nodeModule
    ? [
        {
          name: "the same with NODE_COMPILE_CACHE, second and later starts",
          samples: cachedFirstContractMillis.map(
            (millis, round) => millis - (emptyProcessMillis[round] ?? Number.NaN),
          ),
          unit: "ms",
        } as const,
      ]
    : []),
  {
    name: "time to import ./middleware, minus Node's own start (median of 30)",
    samples: middlewareImportMillis.map(
      (millis, round) => millis - (emptyProcessMillis[round] ?? Number.NaN),
    ),
    unit: "ms",
    target: { atMost: 80 },
  },
  {
    name: "time to import ./testing, minus Node's own start (median of 30)",
    samples: testingImportMillis.map(
      (millis, round) => millis - (emptyProcessMillis[round] ?? Number.NaN),
    ),
    unit: "ms",
  },
  { name: "Node's own start", samples: emptyProcessMillis, unit: "ms" },
  {
    name: "time to create a further ledger in the same process",
    samples: furtherLedgerMillis.slice(50),
    unit: "ms",
    target: { atMost: 0.5 },
  },
]);
