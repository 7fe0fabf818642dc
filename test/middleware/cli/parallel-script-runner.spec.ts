import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";

import { expect } from "chai";
import { build } from "esbuild";

import { nodeBundleOptions } from "../../../.ci/bundling.js";
import type { ScriptOutcome } from "../../../fixtures/script/index.ts";
import { scriptTests } from "../../../lib/script/index.ts";
import { ParallelScriptRunner } from "../../../middleware/cli/parallel-script-runner.ts";
import { contracts, ownScripts, queries } from "../../support/counter-scripts.ts";
import { ScriptStage } from "../../support/script-stage.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const cli = join(root, "middleware", "cli");
const channelName = "scripts taken by threads";

/** Program that runs the published worker thread, and reports the jobs it takes. */
const program = `
import { BroadcastChannel, parentPort } from "node:worker_threads";
import "./script-worker.ts";
const channel = new BroadcastChannel(${JSON.stringify(channelName)});
channel.unref();
parentPort.on("message", (name) => channel.postMessage(name));
`;

describe("scripts in several threads @slow", () => {
  const { dar } = new ScriptStage(`${contracts(false)} ${queries} ${ownScripts}`);
  let folder: string;
  let workerFile: string;

  before(async () => {
    await mkdir(join(root, ".build"), { recursive: true });
    folder = await mkdtemp(join(root, ".build", "threads-"));
    workerFile = join(folder, "worker.js");
    await build({
      stdin: { contents: program, resolveDir: cli, loader: "ts" },
      ...nodeBundleOptions,
      // Otherwise the bundler would drop code that has only side effects.
      ignoreAnnotations: true,
      outfile: workerFile,
    });
  });

  after(() => rm(folder, { recursive: true }));

  const queueOf = (
    jobs: number,
    file = workerFile,
    tests = scriptTests(dar),
  ): ParallelScriptRunner =>
    new ParallelScriptRunner(tests, { dar, options: {}, jobs, openMillis: 0, workerFile: file });

  const timeless = (outcomes: readonly ScriptOutcome[]): readonly object[] =>
    outcomes.map((outcome) => ({ ...outcome, millis: 0 }));

  it("have the same results as in one thread", async () => {
    const channel = new BroadcastChannel(channelName);
    const taken = once(channel as unknown as EventTarget, "message");
    const tests = scriptTests(dar);
    const here: string[] = [];
    const run = async (name: string): Promise<ScriptOutcome> => {
      here.push(name);
      // Waits until the other thread has started and has taken a job.
      await taken;
      return tests.run(name);
    };
    try {
      const both = await queueOf(2, workerFile, { ...tests, run }).run();
      const [message] = (await taken) as readonly { readonly data: string }[];
      expect(here).not.to.include(message?.data);
      expect(timeless(both)).to.deep.equal(timeless(await queueOf(1).run()));
      expect(both.map(({ name }) => name)).to.deep.equal(tests.names);
    } finally {
      channel.close();
    }
  });

  it("all fail if a thread cannot start", async () => {
    const broken = join(folder, "broken.js");
    await writeFile(broken, 'throw new Error("cannot begin");');
    const outcome = await queueOf(2, broken)
      .run()
      .catch((error: unknown) => error);
    expect(outcome).to.have.property("message", "cannot begin");
  });
});
