import { parseArgs } from "node:util";

import { describeMachine } from "../../bench/report.ts";
import { planOf, scheduleOf } from "./plan.ts";
import { shrink } from "./shrink.ts";
import { simulate } from "./simulate.ts";
import { invariants } from "./violation.ts";
import { watchSteps } from "./watchdog.ts";

// npm run simulate -- --seed 7 --steps 10000 --seeds 100 --faults 0.5
// Runs schedules derived from seeds, in sequence. At the first violated invariant it prints the shortest
// schedule that violates it, and exits with an error.

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    /** Steps of each seed. */
    steps: { type: "string", default: "2000" },
    /** Number of seeds, from the first on. */
    seeds: { type: "string", default: "1" },
    /** Time in minutes after which no further seed is started. */
    minutes: { type: "string", default: "Infinity" },
    /** Fraction of calls to which fault rules apply, from 0 to 1. */
    faults: { type: "string", default: "0" },
    /** Maximum number of runs in the search for the shortest schedule. */
    shrink: { type: "string", default: "300" },
    /** Maximum time of a step that blocks the process, in milliseconds. */
    latency: { type: "string", default: "250" },
  },
});

const first = Number(values.seed);
const steps = Number(values.steps);
const latencyMillis = Number(values.latency);
const faults = Number(values.faults);
const wholeSeeds = Number.isSafeInteger(first) && Number.isSafeInteger(Number(values.seeds));
if (!wholeSeeds || !Number.isSafeInteger(steps) || steps < 1) {
  throw new TypeError("--seed, --seeds and --steps are whole numbers");
}

const begin = process.hrtime.bigint();
const elapsedSeconds = (): number => Number(process.hrtime.bigint() - begin) / 1e9;

const totals = {
  seeds: 0,
  steps: 0,
  updates: 0,
  accepted: 0,
  refused: 0,
  struck: 0,
  told: 0,
  longestMillis: 0,
};
const heaps: number[] = [];

console.log(describeMachine());
const begins = watchSteps();
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  if (elapsedSeconds() > Number(values.minutes) * 60) break;
  const plan = planOf(seed);
  const schedule = scheduleOf(plan, steps);
  const onStep = (step: number): void => begins(seed, step);
  const result = await simulate(plan, schedule, { latencyMillis, faults, onStep });
  const { violation } = result;
  if (violation !== undefined) {
    console.log(`\nSeed ${seed} fails at step ${result.failedAt ?? 0}: ${violation.message}`);
    const shrunk = await shrink(plan, result, schedule, {
      latencyMillis,
      faults,
      onStep,
      mostRuns: Number(values.shrink),
    });
    if (shrunk === undefined && violation.invariant === "latency") {
      console.log("It does not when it is run again: the machine was busy with something else.");
      continue;
    }
    const { log = [], violation: again = violation } = shrunk?.result ?? {};
    console.log(`${invariants[again.invariant]}\n\nThe shortest schedule that was found:\n`);
    for (const line of log) console.log(`  ${line}`);
    console.log(`\n${again.stack ?? again.message}`);
    process.exitCode = 1;
    break;
  }
  totals.seeds++;
  totals.steps += steps;
  totals.updates += result.updates;
  totals.accepted += result.accepted;
  totals.refused += result.refused;
  totals.struck += result.struck;
  totals.told += result.told;
  totals.longestMillis = Math.max(totals.longestMillis, result.longestMillis);
  globalThis.gc?.();
  heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
}

/** Memory varies from seed to seed, but a leak remains after each of them. */
const third = Math.ceil(heaps.length / 3);
const heapAtBegin = Math.min(...heaps.slice(0, third));
const heapAtEnd = Math.min(...heaps.slice(-third));
const isLeaking = heapAtEnd > heapAtBegin + 64;
console.log(
  [
    `${totals.steps} steps of ${totals.seeds} seeds in ${elapsedSeconds().toFixed(0)} s`,
    `${totals.updates} offsets written, ${totals.accepted} commands accepted, ${totals.refused} refused`,
    `${totals.told} updates told to who follows`,
    ...(faults === 0 ? [] : [`${totals.struck} strikes of faults`]),
    `nobody waited for longer than ${totals.longestMillis.toFixed(0)} ms`,
    `${heapAtBegin.toFixed(0)} MiB held at least in the first third, ${heapAtEnd.toFixed(0)} MiB in the last`,
  ].join("; "),
);
if (isLeaking && globalThis.gc !== undefined) process.exitCode = 1;
