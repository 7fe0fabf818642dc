import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLedger } from "ledger-in-a-box";
import { openPostgresStore } from "ledger-in-a-box/postgres";
import pg from "pg";

import { benchPackage } from "./coin-package.ts";
import { historyCost, inFlight } from "./kept-history.ts";
import { churn, type Cost, loadOn } from "./kept-load.ts";
import { type Figure, report } from "./report.ts";

/*
 * A ledger in PostgreSQL, by one process, without a copy and with one; and what a long history costs memory and start-up with one. The
 * server is the one that LEDGER_POSTGRES names, or that of this machine, whose own processor time is not in the figures.
 */

const server = process.env["LEDGER_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const transactions = Number(process.env["BENCH_TRANSACTIONS"] ?? "50000");
const contracts = Number(process.env["BENCH_CONTRACTS"] ?? "10000");
const rounds = 5;
const submissions = 10_000;

const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3_000 });
const why = await client.connect().then(
  () => undefined,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
if (why === undefined) {
  const folder = await mkdtemp(join(tmpdir(), "bench-postgres-"));
  const schemaOf = (name: string): string => `bench_${process.pid}_${name}`;
  const storeIn = (name: string, copy?: string) =>
    openPostgresStore(server, { schema: schemaOf(name), ...(copy !== undefined && { copy }) });
  const loadIn = async (name: string, copy?: string) =>
    loadOn(
      await createLedger({
        packages: [benchPackage],
        seed: 1,
        clock: { freeze: "2026-01-01T00:00:00Z" },
        store: await storeIn(name, copy),
      }),
    );
  // First: nothing else is in the heap.
  const opened = () => storeIn("history", join(folder, "history"));
  const cost = await historyCost(opened, { transactions, contracts });
  const bare = { load: await loadIn("bare"), costs: [] as Cost[] };
  const copied = { load: await loadIn("copied", join(folder, "copied")), costs: [] as Cost[] };
  // In turn, as whatever else the machine does strikes both.
  for (let round = 0; round < rounds; round++) {
    for (const { load, costs } of [bare, copied]) {
      costs.push(await churn(load, submissions, inFlight));
    }
  }
  const alone = await churn(bare.load, submissions / 10, 1);
  for (const { load } of [bare, copied]) await load.ledger.close();
  for (const name of ["bare", "copied", "history"]) {
    await client.query(`drop schema ${schemaOf(name)} cascade`);
  }
  await client.end();
  await rm(folder, { recursive: true });
  const figuresOf = (costs: readonly Cost[], name = ""): readonly Figure[] => [
    {
      name: `${name}submissions with ${inFlight} in flight`,
      samples: costs.map(({ wall }) => 1e6 / wall),
      unit: "/s",
      target: { atLeast: 4000 },
    },
    { name: `${name}processor time of one`, samples: costs.map(({ cpu }) => cpu), unit: "µs" },
  ];
  report("A ledger in PostgreSQL, one process", [
    ...figuresOf(bare.costs),
    { name: "one after the other", samples: [1e6 / alone.wall], unit: "/s" },
    ...figuresOf(copied.costs, "with a copy: "),
  ]);
  report(
    `A ledger in PostgreSQL with a copy: ${transactions} transactions, ${contracts} active contracts`,
    [
      { name: "largest heap", samples: [cost.heap], unit: "MB", target: { atMost: 250 } },
      { name: "start-up", samples: [cost.start], unit: "ms", target: { atMost: 3000 } },
      { name: "processor time of the start-up", samples: [cost.startCpu], unit: "ms" },
      { name: "heap after it", samples: [cost.heapAgain], unit: "MB", target: { atMost: 250 } },
    ],
  );
} else {
  console.log(
    `\nA ledger in PostgreSQL: skipped, no server by LEDGER_POSTGRES or on this machine (${why})`,
  );
}
