import { parseArgs } from "node:util";

import { describeMachine } from "../../bench/report.ts";
import { addToCorpus, corpusOf } from "./corpus.ts";
import { Coverage } from "./coverage.ts";
import { FoundFault, fuzz } from "./fuzz.ts";
import { targets } from "./targets/index.ts";

// npm run fuzz -- --target archives --seed 7 --runs 100000
// Passes random bytes from a seed to every function that reads untrusted bytes, guided by code coverage. An
// input that causes a fault is added to the corpus, which `npm test` tries in every run. `--keep` also adds
// inputs that reach new code.

const { values } = parseArgs({
  options: {
    /** One target; all when absent. */
    target: { type: "string" },
    seed: { type: "string", default: "1" },
    /** Runs of each target. */
    runs: { type: "string", default: "10000" },
    keep: { type: "boolean", default: false },
  },
});

const names = values.target === undefined ? Object.keys(targets) : [values.target];
const [seed, runs] = [Number(values.seed), Number(values.runs)];
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(runs)) {
  throw new TypeError("--seed and --runs are whole numbers");
}

console.log(describeMachine());
const coverage = new Coverage();
for (const name of names) {
  const create = targets[name];
  if (create === undefined) {
    throw new TypeError(`--target is one of ${Object.keys(targets).join()}`);
  }
  const target = await create();
  const before = coverage.size;
  try {
    const result = await fuzz(target, {
      seed,
      runs,
      corpus: corpusOf(name),
      coverage,
      maxMillis: 1_000,
    });
    if (values.keep) for (const input of result.kept) addToCorpus(name, input);
    const outcomes = [...result.outcomes].map(([outcome, count]) => `${count} × ${outcome}`);
    console.log(
      `\n${name}: ${runs} runs, ${coverage.size - before} new code ranges reached, ${result.kept.length} inputs kept, ` +
        `the longest took ${result.longestMillis.toFixed(0)} ms\n  ${outcomes.sort().join("\n  ")}`,
    );
  } catch (error) {
    if (!(error instanceof FoundFault)) throw error;
    console.log(`\n${error.message}\nThe input is ${addToCorpus(name, error.input)}.`);
    console.log(error.cause);
    process.exitCode = 1;
  }
}
coverage.close();
