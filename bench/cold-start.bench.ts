import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { createLedger } from "ledger-in-a-box";

import { benchPackage } from "./coin-package.ts";
import { reportFigures } from "./report.ts";

// A new process of the built package: imports it, creates a ledger, and commits the first contract.

const entry = join(import.meta.dirname, "..", "dist", "lib", "index.js");
const apiEntry = join(import.meta.dirname, "..", "dist", "lib", "api.js");
const middlewareEntry = join(import.meta.dirname, "..", "dist", "middleware", "index.js");
const program = `
  const { createLedger, Ping } = await import(${JSON.stringify(entry)});
  const { allocateParty } = await import(${JSON.stringify(apiEntry)});
  const ledger = await createLedger({ seed: 1 });
  const { partyDetails: { party } } = await allocateParty(ledger, { partyIdHint: "alice" });
  await ledger.submit({ actAs: party, commands: Ping.create({ id: "1", initiator: party, responder: party }) });
`;

const coldMillis = (code: string): number => {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code]);
  if (status !== 0) throw new TypeError(stderr.toString());
  return performance.now() - start;
};

const bare: number[] = [];
const full: number[] = [];
const middleware: number[] = [];
for (let round = 0; round < 30; round += 1) {
  bare.push(coldMillis(""));
  full.push(coldMillis(program));
  middleware.push(coldMillis(`await import(${JSON.stringify(middlewareEntry)})`));
}

const further: number[] = [];
for (let round = 0; round < 300; round += 1) {
  const start = performance.now();
  const ledger = await createLedger({ packages: [benchPackage], seed: round });
  further.push(performance.now() - start);
  await ledger.close();
}

reportFigures("Start-up", [
  {
    name: "import, create a ledger, first contract, over Node's own start (median of 30)",
    samples: full.map((millis, round) => millis - (bare[round] ?? Number.NaN)),
    unit: "ms",
    target: { atMost: 35 },
  },
  {
    name: "import of ./middleware, over Node's own start (median of 30)",
    samples: middleware.map((millis, round) => millis - (bare[round] ?? Number.NaN)),
    unit: "ms",
    target: { atMost: 80 },
  },
  { name: "Node's own start", samples: bare, unit: "ms" },
  {
    name: "a further ledger in the same process",
    samples: further.slice(50),
    unit: "ms",
    target: { atMost: 0.5 },
  },
]);
