import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { sharedPath } from "../test/support/shared.ts";
import { median, report } from "./report.ts";

// Fresh processes of the built package: how long a real DAR takes to load, and what is left of it.

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

const program = (dar: string): string => `
  const { readFileSync } = await import("node:fs");
  const { createLedger, uploadDar } = await import(${built("index.js")});
  const { createDamlLoader } = await import(${built("daml-lf/index.js")});
  const dar = readFileSync(${JSON.stringify(dar)});
  const load = async () => {
    const ledger = await createLedger({ daml: createDamlLoader() });
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

const loadOnce = (dar: string): Load => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", program(dar)],
    { encoding: "utf8" },
  );
  if (stderr !== "") console.error(stderr);
  return JSON.parse(stdout) as Load;
};

const path = sharedPath("dars", "splice-amulet-0.1.14.dar");
if (path === undefined) {
  console.log("\nThe bench of DARs needs those of ../shared or LEDGER_SHARED; it was not run.");
} else {
  const loads = Array.from({ length: 9 }, () => loadOnce(path));
  const of = (figure: keyof Load): number => median(loads.map((load) => load[figure]));
  report("Loading splice-amulet 0.1.14", [
    {
      name: "first upload into a fresh ledger (median of 9 processes)",
      value: of("millis"),
      unit: "ms",
      target: { atMost: 250 },
    },
    { name: "the same, processor time of all threads", value: of("cpuMillis"), unit: "ms" },
    { name: "again, into another ledger", value: of("againMillis"), unit: "ms" },
    {
      name: "memory of the process after it",
      value: of("bytes") / 1e6,
      unit: "MB",
      target: { atMost: 120 },
    },
    { name: "of it before the load", value: of("bytesBefore") / 1e6, unit: "MB" },
    { name: "heap in use after garbage collection", value: of("heapBytes") / 1e6, unit: "MB" },
  ]);
}
