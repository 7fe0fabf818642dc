import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { damlScripts } from "ledger-in-a-box/script";

import { sharedPath } from "../test/support/shared.ts";
import { reportFigures } from "./report.ts";

// The 50 scripts of splice-amulet-test: on the command line, in a new process each time, and in a process
// that has run them before.

const commandLinePath = join(import.meta.dirname, "..", "dist", "middleware", "cli", "main.js");

const measureColdRun = (file: string, cache: string): number => {
  const begun = performance.now();
  const env = { ...process.env, LEDGER_CACHE: cache };
  const { status, stderr } = spawnSync(process.execPath, [commandLinePath, "test", file], { env });
  if (status !== 0) console.error(String(stderr));
  return performance.now() - begun;
};

const runThreeTimes = (run: () => number): readonly number[] => [run(), run(), run()];

const scriptDarPath = sharedPath("dars", "scripts", "splice-amulet-test-0.1.8.dar");
if (scriptDarPath === undefined) {
  console.log(
    "\nsplice-amulet-test is not in ../shared or LEDGER_SHARED; its scripts were not run.",
  );
} else {
  const cache = mkdtempSync(join(tmpdir(), "ledger-cache-"));
  const neverSeen = runThreeTimes(() => measureColdRun(scriptDarPath, "off"));
  measureColdRun(scriptDarPath, cache);
  const checkedBefore = runThreeTimes(() => measureColdRun(scriptDarPath, cache));
  rmSync(cache, { recursive: true });

  const scripts = damlScripts(scriptDarPath, { cache: false });
  const warm: { millis: number; cpuMillis: number }[] = [];
  for (let round = 0; round < 4; round += 1) {
    const begun = performance.now();
    const cpu = process.cpuUsage();
    for (const { run } of scripts) await run();
    const { user, system } = process.cpuUsage(cpu);
    warm.push({ millis: performance.now() - begun, cpuMillis: (user + system) / 1000 });
  }
  const last = warm.slice(1);
  reportFigures(`The ${scripts.length} scripts of splice-amulet-test 0.1.8`, [
    {
      name: "ledger-in-a-box test, packages never seen (median of 3 processes)",
      samples: neverSeen,
      unit: "ms",
      target: { atMost: 6000 },
    },
    {
      name: "ledger-in-a-box test, packages checked before on this machine",
      samples: checkedBefore,
      unit: "ms",
      target: { atMost: 6000 },
    },
    {
      name: "all scripts again in a process that has run them (median of 3 rounds)",
      samples: last.map(({ millis }) => millis),
      unit: "ms",
      target: { atMost: 4000 },
    },
    {
      name: "processor time of these rounds, all threads",
      samples: last.map(({ cpuMillis }) => cpuMillis),
      unit: "ms",
    },
  ]);
}
