import { parentPort, workerData } from "node:worker_threads";

import { type ScriptTestOptions, scriptTests } from "../../fixtures/script/index.ts";

// Runs the scripts of a DAR that it is told by name, for the thread that started it.
const { dar, options } = workerData as {
  readonly dar: Uint8Array;
  readonly options: ScriptTestOptions;
};
const tests = scriptTests(dar, options);
parentPort?.on("message", (name: string) => {
  void tests.run(name).then((outcome) => parentPort?.postMessage(outcome));
});
parentPort?.postMessage("ready");
