import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sharedPath } from "../test/support/shared.ts";
import { reportFigures } from "./report.ts";

// Loads DARs in new processes of the built package, and measures time and memory. The list of packages that
// are known to pass the checker contains all packages of splice-amulet, and the other packages of Splice and of
// the token standard that most applications contain. Two more tables show the cost of packages that are not
// known: splice-amulet with every package checked, and a DAR of which only the packages of the language are
// known. The last two tables repeat these loads on a machine that has checked the packages before.

interface DarLoadCost {
  readonly millis: number;
  /** Processor time of all threads: compilation and garbage collection may run on other threads. */
  readonly cpuMillis: number;
  readonly againMillis: number;
  readonly bytes: number;
  readonly bytesBefore: number;
  readonly heapBytes: number;
}

const quoteBuiltPath = (entry: string): string =>
  JSON.stringify(join(import.meta.dirname, "..", "dist", "lib", entry));

const createLoaderProgram = (dar: string, { checkKnownPackages, cache }: LoadScenario): string => `
  const { readFileSync } = await import("node:fs");
  const { createLedger } = await import(${quoteBuiltPath("index.js")});
  const { uploadDar } = await import(${quoteBuiltPath("api.js")});
  const { createDamlLoader } = await import(${quoteBuiltPath("../fixtures/daml/index.js")});
  const dar = readFileSync(${JSON.stringify(dar)});
  const load = async () => {
    const ledger = await createLedger({
      daml: createDamlLoader({
        checkKnownPackages: ${checkKnownPackages},
        cache: ${JSON.stringify(cache)},
      }),
    });
    await uploadDar(ledger, { dar });
    return ledger;
  };
  const bytesBefore = process.memoryUsage.rss();
  const cpu = process.cpuUsage();
  let start = performance.now();
  const kept = [await load()];
  const millis = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const bytes = process.memoryUsage.rss();
  start = performance.now();
  kept.push(await load());
  const againMillis = performance.now() - start;
  kept.pop();
  gc();
  const heapBytes = process.memoryUsage().heapUsed;
  const cpuMillis = (user + system) / 1000;
  console.log(JSON.stringify({ millis, cpuMillis, againMillis, bytes, bytesBefore, heapBytes }));
  await kept[0].close();
`;

const measureDarLoad = (dar: string, scenario: LoadScenario): DarLoadCost => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", createLoaderProgram(dar, scenario)],
    { encoding: "utf8" },
  );
  if (stderr !== "") console.error(stderr);
  return JSON.parse(stdout) as DarLoadCost;
};

interface LoadScenario {
  readonly title: string;
  readonly file: string;
  readonly checkKnownPackages: boolean;
  /** Cache of passed checks, written by the first process; `false` for none. */
  readonly cache: string | false;
  readonly hasTargets: boolean;
}

const checkCacheFolder = mkdtempSync(join(tmpdir(), "ledger-cache-"));

const loadScenarios: readonly LoadScenario[] = [
  {
    title: "Loading splice-amulet 0.1.14",
    file: "splice-amulet-0.1.14.dar",
    checkKnownPackages: false,
    cache: false,
    hasTargets: true,
  },
  {
    title: "Loading a DAR with 148 KB of code that is not known",
    file: "canton-builtin-admin-workflow-ping.dar",
    checkKnownPackages: false,
    cache: false,
    hasTargets: false,
  },
  {
    title: "Loading splice-amulet 0.1.14, all 2.4 MB of it decoded and checked",
    file: "splice-amulet-0.1.14.dar",
    checkKnownPackages: true,
    cache: false,
    hasTargets: false,
  },
  {
    title: "Loading a DAR with 148 KB of code that was checked on this machine before",
    file: "canton-builtin-admin-workflow-ping.dar",
    checkKnownPackages: false,
    cache: checkCacheFolder,
    hasTargets: false,
  },
  {
    title: "Loading splice-amulet 0.1.14, all 2.4 MB of it checked on this machine before",
    file: "splice-amulet-0.1.14.dar",
    checkKnownPackages: true,
    cache: checkCacheFolder,
    hasTargets: false,
  },
];

const reportLoads = ({ title, hasTargets }: LoadScenario, loads: readonly DarLoadCost[]): void => {
  const of = (figure: keyof DarLoadCost): readonly number[] => loads.map((load) => load[figure]);
  const megabytes = (figure: keyof DarLoadCost): readonly number[] =>
    of(figure).map((bytes) => bytes / 1e6);
  const target = (atMost: number) => (hasTargets ? { target: { atMost } } : {});
  reportFigures(title, [
    {
      name: "first upload into a fresh ledger (median of 9 processes)",
      samples: of("millis"),
      unit: "ms",
      ...target(250),
    },
    { name: "processor time of this upload, all threads", samples: of("cpuMillis"), unit: "ms" },
    {
      name: "second upload in the process, into another ledger",
      samples: of("againMillis"),
      unit: "ms",
    },
    {
      name: "memory of the process after the first upload",
      samples: megabytes("bytes"),
      unit: "MB",
      ...target(120),
    },
    {
      name: "memory of the process before the upload",
      samples: megabytes("bytesBefore"),
      unit: "MB",
    },
    {
      name: "heap in use after the upload and garbage collection",
      samples: megabytes("heapBytes"),
      unit: "MB",
    },
  ]);
};

const loadRuns = loadScenarios.map((scenario) => ({
  scenario,
  path: sharedPath("dars", scenario.file),
  loads: new Array<DarLoadCost>(),
}));
// Alternate between the runs, because the speed of a machine may change.
for (let run = 0; run < 9; run += 1) {
  for (const { scenario, path, loads } of loadRuns) {
    if (path !== undefined) loads.push(measureDarLoad(path, scenario));
  }
}
for (const { scenario, path, loads } of loadRuns) {
  if (path !== undefined) reportLoads(scenario, loads);
  else console.log(`\n${scenario.file} is not in ../shared or LEDGER_SHARED; it was not loaded.`);
}
rmSync(checkCacheFolder, { recursive: true });
