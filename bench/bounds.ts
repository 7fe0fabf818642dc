import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { build, type Plugin } from "esbuild";

import { environment } from "./report.ts";

// npx tsx bench/bounds.ts [rounds]
// What the bounds cost on the way of a submission: bundles the product as it is, twice, and without them, and runs all three in
// turn. Prints the least processor time of each, which other work on the machine only adds to; what the first two differ by is noise.

const root = join(import.meta.dirname, "..");
const rounds = Number(process.argv[2] ?? 12);

interface Stub {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** All that is compared with a limit while a command of two templates in TypeScript goes its way. */
const stubs: readonly Stub[] = [
  {
    file: "lib/operations/submission/transaction-size.ts",
    find: "let left = limit;\n  for (const node",
    replace: "let left = limit;\n  for (const node of []) void node;\n  return;\n  for (const node",
  },
  {
    file: "lib/operations/submission/transaction-size.ts",
    find: "if (count > limit)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "if (this.#nodeCount >= this.#maxNodes)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "if (step.signatories.length + step.observers.length > maxMentions)",
    replace: "if (false)",
  },
  {
    file: "lib/contracts/transaction/transaction-builder.ts",
    find: "this.#mentions += draft.informees.length;\n    if (this.#informees.size > maxInformees || this.#mentions > maxMentions)",
    replace: "if (false)",
  },
  {
    file: "lib/ledger/port/submissions-in-flight.ts",
    find: "if (this.#count >= maximum) throw backpressure(maximum);",
    replace: "",
  },
];

const stubbing = (active: readonly Stub[]): Plugin => ({
  name: "without bounds",
  setup: (builder) => {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      let contents = readFileSync(path, "utf8");
      for (const { file, find, replace } of active) {
        if (path !== join(root, file)) continue;
        if (!contents.includes(find)) throw new TypeError(`${file} has no "${find}"`);
        contents = contents.replace(find, replace);
      }
      return { contents, loader: "ts" };
    });
  },
});

const outdir = join(root, ".build/bounds");
mkdirSync(outdir, { recursive: true });

const bundle = async (name: string, active: readonly Stub[]): Promise<string> => {
  const outfile = join(outdir, `${name}.mjs`);
  await build({
    entryPoints: [join(root, "bench/bounds-work.ts")],
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outfile,
    logLevel: "error",
    // The product itself, not what was built of it before.
    alias: { "ledger-in-a-box": join(root, "lib/index.ts") },
    plugins: [stubbing(active)],
  });
  return outfile;
};

const files = {
  "as it is": await bundle("with", []),
  "as it is, again": await bundle("again", []),
  "without bounds": await bundle("without", stubs),
};

const least = new Map<string, number>();
for (let round = 0; round < rounds; round++) {
  for (const [name, file] of Object.entries(files)) {
    const { stdout } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, Number(stdout)));
  }
}
console.log(environment());
const without = least.get("without bounds") ?? 1;
for (const [name, micros] of least) {
  const more = ((micros / without - 1) * 100).toFixed(2);
  console.log(
    `${name}: ${micros.toFixed(2)} µs of processor time for a create and an archive, ${more} % more`,
  );
}
