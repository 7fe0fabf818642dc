import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { createBenchLedger } from "./bench-ledger.ts";
import { createBenchRequest, setRequestParties } from "./http-request.ts";
import { reportFigures } from "./report.ts";

// Measures the cost of the request journal as processor time of submit-and-wait-for-transaction over HTTP:
// one server alternates between no journal, journal, and journal with bodies, so that other load of the
// machine affects all three.

type JournalMode = "off" | "on" | "bodies";

const startBenchServer = async (): Promise<{
  readonly child: ChildProcess;
  readonly url: string;
}> => {
  const child = fork(join(import.meta.dirname, "http-server.ts"), ["ledger"], {
    execArgv: ["--import", "tsx"],
  });
  const [url] = (await once(child, "message")) as [string];
  return { child, url };
};

setRequestParties(await createBenchLedger());
const { child, url } = await startBenchServer();

/** Returns the processor time of the server so far, in microseconds. */
const readProcessorTime = async (keeping?: JournalMode): Promise<number> => {
  const told = once(child, "message") as Promise<[number]>;
  child.send({ keeping });
  const [micros] = await told;
  return micros;
};

let sequence = 0;

const postCommand = async (): Promise<void> => {
  sequence += 1;
  const response = await fetch(`${url}/v2/commands/submit-and-wait-for-transaction`, {
    method: "POST",
    body: createBenchRequest(sequence),
  });
  if (!response.ok) throw new TypeError(await response.text());
  await response.arrayBuffer();
};

const measureMicrosPerCall = async (keeping: JournalMode): Promise<number> => {
  const calls = 200;
  const before = await readProcessorTime(keeping);
  for (let call = 0; call < calls; call += 4) {
    await Promise.all([postCommand(), postCommand(), postCommand(), postCommand()]);
  }
  return ((await readProcessorTime()) - before) / calls;
};

for (let round = 0; round < 8; round += 1) await measureMicrosPerCall("off");
const microsByMode = { off: [] as number[], on: [] as number[], bodies: [] as number[] };
for (let round = 0; round < 25; round += 1) {
  for (const keeping of ["off", "on", "bodies"] as const) {
    microsByMode[keeping].push(await measureMicrosPerCall(keeping));
  }
}
child.kill();

/** Returns the ratio to the round without the journal. */
const computeRatioToOff = (costs: readonly number[]): readonly number[] =>
  costs.map((cost, round) => cost / (microsByMode.off[round] ?? Number.NaN));

reportFigures("The request journal, processor time of a server for a submission over HTTP", [
  { name: "without the journal", samples: microsByMode.off, unit: "µs" },
  {
    name: "with the journal, relative to without",
    samples: computeRatioToOff(microsByMode.on),
    unit: "×",
    target: { atMost: 1.05 },
  },
  {
    name: "with the journal and bodies, relative to without",
    samples: computeRatioToOff(microsByMode.bodies),
    unit: "×",
  },
]);
process.exit(0);
