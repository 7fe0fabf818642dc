import { createLedger } from "ledger-in-a-box";
import { openPostgresStore } from "ledger-in-a-box/postgres";
import pg from "pg";

import { benchPackage } from "./coin-package.ts";
import { maxSubmissionsInFlight, measureHistoryCost } from "./kept-history.ts";
import { createAndArchive, createSubmissionLoad, type SubmissionCost } from "./kept-load.ts";
import { reportFigures } from "./report.ts";

/*
 * A ledger in PostgreSQL, by one process: submissions, the memory and start-up time with a long history, and a revert. The server is the
 * one that LEDGER_POSTGRES names, or that of this machine; its own processor time is not in the figures.
 */

const databaseUrl = process.env["LEDGER_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const transactionCount = Number(process.env["BENCH_TRANSACTIONS"] ?? "50000");
const contractCount = Number(process.env["BENCH_CONTRACTS"] ?? "10000");
const roundCount = 5;
const submissionsPerRound = 10_000;

const databaseClient = new pg.Client({
  connectionString: databaseUrl,
  connectionTimeoutMillis: 3_000,
});
const connectionError = await databaseClient.connect().then(
  () => undefined,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
if (connectionError === undefined) {
  const schemaOf = (name: string): string => `bench_${process.pid}_${name}`;
  const storeIn = (name: string) => openPostgresStore(databaseUrl, { schema: schemaOf(name) });
  // Measure this first, while nothing else is in the heap.
  const cost = await measureHistoryCost(() => storeIn("history"), {
    transactions: transactionCount,
    contracts: contractCount,
  });
  const ledger = await createLedger({
    packages: [benchPackage],
    seed: 1,
    clock: { freeze: "2026-01-01T00:00:00Z" },
    store: await storeIn("short"),
  });
  const load = await createSubmissionLoad(ledger);
  const costs: SubmissionCost[] = [];
  const reverts: number[] = [];
  for (let round = 0; round < roundCount; round++) {
    const snapshot = ledger.snapshot();
    costs.push(await createAndArchive(load, submissionsPerRound, maxSubmissionsInFlight));
    const begin = performance.now();
    await ledger.revert(snapshot);
    reverts.push(performance.now() - begin);
  }
  const alone = await createAndArchive(load, submissionsPerRound / 10, 1);
  await ledger.close();
  for (const name of ["short", "history"]) {
    await databaseClient.query(`drop schema ${schemaOf(name)} cascade`);
  }
  await databaseClient.end();
  reportFigures("A ledger in PostgreSQL, one process", [
    {
      name: `submissions with ${maxSubmissionsInFlight} in flight`,
      samples: costs.map(({ wall }) => 1e6 / wall),
      unit: "/s",
      target: { atLeast: 4000 },
    },
    { name: "processor time of a submission", samples: costs.map(({ cpu }) => cpu), unit: "µs" },
    { name: "submissions, one after the other", samples: [1e6 / alone.wall], unit: "/s" },
    {
      name: `a revert of ${submissionsPerRound} entries`,
      samples: reverts,
      unit: "ms",
      target: { atMost: 1000 },
    },
  ]);
  reportFigures(
    `A ledger in PostgreSQL: ${transactionCount} transactions, ${contractCount} active contracts`,
    [
      { name: "largest heap", samples: [Math.max(...cost.heaps)], unit: "MB" },
      { name: "start-up", samples: [cost.start], unit: "ms", target: { atMost: 3000 } },
      { name: "processor time of the start-up", samples: [cost.startCpu], unit: "ms" },
      { name: "heap after the start-up", samples: [cost.heapAgain], unit: "MB" },
    ],
  );
} else {
  console.log(
    `\nA ledger in PostgreSQL: skipped, no server by LEDGER_POSTGRES or on this machine (${connectionError})`,
  );
}
