import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

import { createFetch } from "ledger-in-a-box/middleware";

import { benchLedger } from "./bench-ledger.ts";
import { benchRequest, useParties } from "./http-request.ts";
import { report } from "./report.ts";

// submit-and-wait-for-transaction over HTTP against a bare Express JSON echo of the same bodies; the
// servers run in processes of their own and are measured in turn.

const start = (kind: "ledger" | "echo"): Promise<{ child: ChildProcess; url: string }> =>
  new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, "http-server.ts"), [kind], {
      execArgv: ["--import", "tsx"],
    });
    child.once("message", (url) => {
      if (typeof url === "string") resolve({ child, url });
    });
  });

let sequence = 0;

const perSecond = async (
  post: (body: string) => Promise<Response>,
  count: number,
): Promise<number> => {
  const begin = performance.now();
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      sequence += 1;
      const response = await post(benchRequest(sequence));
      if (!response.ok) throw new TypeError(await response.text());
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return (count * 1000) / (performance.now() - begin);
};

const ledger = await start("ledger");
const echo = await start("echo");
const poster = (url: string) => (body: string) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
const toLedger = poster(`${ledger.url}/v2/commands/submit-and-wait-for-transaction`);
const toEcho = poster(`${echo.url}/echo`);

// Ledgers of one seed name their parties alike, so one request suits all of them.
const bench = await benchLedger();
useParties(bench);
const inProcess = createFetch(bench.ledger, { auth: "disabled" });
const toFetch = (body: string): Promise<Response> =>
  inProcess("http://ledger/v2/commands/submit-and-wait-for-transaction", { method: "POST", body });

await perSecond(toLedger, 1_000);
await perSecond(toEcho, 1_000);
await perSecond(toFetch, 1_000);
const samples = { ledger: [] as number[], echo: [] as number[], fetch: [] as number[] };
for (let round = 0; round < 7; round += 1) {
  samples.ledger.push(await perSecond(toLedger, 600));
  samples.echo.push(await perSecond(toEcho, 600));
  samples.fetch.push(await perSecond(toFetch, 600));
}
ledger.child.kill();
echo.child.kill();

/** Each over the one of the same round. */
const over = (rates: readonly number[], baseline: readonly number[]): readonly number[] =>
  rates.map((rate, round) => rate / (baseline[round] ?? Number.NaN));

report("submit-and-wait-for-transaction over HTTP", [
  { name: "bare Express JSON echo of the same bodies", samples: samples.echo, unit: "/s" },
  { name: "ledger over HTTP", samples: samples.ledger, unit: "/s" },
  {
    name: "ledger relative to the echo",
    samples: over(samples.ledger, samples.echo),
    unit: "×",
    target: { atLeast: 0.7 },
  },
  {
    name: "in-process fetch relative to HTTP",
    samples: over(samples.fetch, samples.ledger),
    unit: "×",
    target: { atLeast: 1 },
  },
]);
process.exit(0);
