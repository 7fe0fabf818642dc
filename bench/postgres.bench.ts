import { createLedger } from "ledger-in-a-box";
import { openPostgresStore } from "ledger-in-a-box/postgres";
import pg from "pg";

import { benchPackage } from "./coin-package.ts";
import { churn, loadOn } from "./kept-load.ts";
import { median, report } from "./report.ts";

/*
 * A ledger in PostgreSQL, by one process. The server is the one that LEDGER_POSTGRES names, or that of this machine, whose own
 * processor time is not in the figures.
 */

const server = process.env["LEDGER_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const inFlight = 64;
const rounds = 5;
const submissions = 10_000;

const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3_000 });
const why = await client.connect().then(
  () => undefined,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
if (why === undefined) {
  const schema = `bench_${process.pid}`;
  const ledger = await createLedger({
    packages: [benchPackage],
    seed: 1,
    clock: { freeze: "2026-01-01T00:00:00Z" },
    store: await openPostgresStore(server, { schema }),
  });
  const load = await loadOn(ledger);
  const costs = [];
  for (let round = 0; round < rounds; round++) {
    costs.push(await churn(load, submissions, inFlight));
  }
  const alone = await churn(load, submissions / 10, 1);
  await ledger.close();
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
  const perSecond = 1e6 / median(costs.map(({ wall }) => wall));
  report("A ledger in PostgreSQL, one process", [
    {
      name: `submissions with ${inFlight} in flight`,
      value: perSecond,
      unit: "/s",
      target: { atLeast: 4000 },
    },
    { name: "processor time of one", value: median(costs.map(({ cpu }) => cpu)), unit: "µs" },
    { name: "one after the other", value: 1e6 / alone.wall, unit: "/s" },
  ]);
} else {
  console.log(
    `\nA ledger in PostgreSQL: skipped, no server by LEDGER_POSTGRES or on this machine (${why})`,
  );
}
