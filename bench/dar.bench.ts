import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { sharedPath } from "../test/support/shared.ts";
import { median, report } from "./report.ts";

// Fresh processes of the built package: how long a real DAR takes to load, and what is left of it. All
// packages of this one are known to pass the checker, as are those that an application brings along; the
// second half says what it costs to check every one of them, and so what one's own packages cost.

interface Load {
  readonly millis: number;
  /** Of all threads: what compiles and collects garbage runs beside the load where it can. */
  readonly cpuMillis: number;
  readonly againMillis: number;
  readonly bytes: number;
  readonly bytesBefore: number;
  readonly heapBytes: number;
}

const built = (entry: string): string =>
  JSON.stringify(join(import.meta.dirname, "..", "dist", "lib", entry));

const program = (dar: string, checkKnownPackages: boolean): string => `
  const { readFileSync } = await import("node:fs");
  const { createLedger, uploadDar } = await import(${built("index.js")});
  const { createDamlLoader } = await import(${built("daml-lf/index.js")});
  const dar = readFileSync(${JSON.stringify(dar)});
  const load = async () => {
    const ledger = await createLedger({
      daml: createDamlLoader({ checkKnownPackages: ${checkKnownPackages} }),
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

const loadOnce = (dar: string, checkKnownPackages: boolean): Load => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", program(dar, checkKnownPackages)],
    { encoding: "utf8" },
  );
  if (stderr !== "") console.error(stderr);
  return JSON.parse(stdout) as Load;
};

/** Runs of the two kinds in turn, so that a machine that changes its speed favours neither. */
const loads = (dar: string): Readonly<Record<"known" | "checked", readonly Load[]>> => {
  const known: Load[] = [];
  const checked: Load[] = [];
  for (let run = 0; run < 9; run += 1) {
    known.push(loadOnce(dar, false));
    checked.push(loadOnce(dar, true));
  }
  return { known, checked };
};

const path = sharedPath("dars", "splice-amulet-0.1.14.dar");
if (path === undefined) {
  console.log("\nThe bench of DARs needs those of ../shared or LEDGER_SHARED; it was not run.");
} else {
  const { known, checked } = loads(path);
  const of = (runs: readonly Load[], figure: keyof Load): number =>
    median(runs.map((load) => load[figure]));
  const figures = (runs: readonly Load[]) => [
    { name: "processor time of all threads", value: of(runs, "cpuMillis"), unit: "ms" },
    { name: "again, into another ledger", value: of(runs, "againMillis"), unit: "ms" },
    { name: "memory before the load", value: of(runs, "bytesBefore") / 1e6, unit: "MB" },
    {
      name: "heap in use after garbage collection",
      value: of(runs, "heapBytes") / 1e6,
      unit: "MB",
    },
  ];
  const name = "first upload into a fresh ledger (median of 9 processes)";
  const memory = "memory of the process after it";
  report("Loading splice-amulet 0.1.14", [
    { name, value: of(known, "millis"), unit: "ms", target: { atMost: 250 } },
    { name: memory, value: of(known, "bytes") / 1e6, unit: "MB", target: { atMost: 120 } },
    ...figures(known),
  ]);
  report("Loading splice-amulet 0.1.14, every package of it decoded and checked", [
    { name, value: of(checked, "millis"), unit: "ms" },
    { name: memory, value: of(checked, "bytes") / 1e6, unit: "MB" },
    ...figures(checked),
  ]);
}
