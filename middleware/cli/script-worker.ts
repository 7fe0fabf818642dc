import { parentPort, workerData } from "node:worker_threads";

import { type ScriptTestOptions, scriptTests } from "../../fixtures/script/index.ts";

// Worker thread: runs scripts of a DAR by name, as the parent thread requests.
const { dar, options } = workerData as {
  readonly dar: Uint8Array;
  readonly options: ScriptTestOptions;
};
const scriptRunner = scriptTests(dar, options);
parentPort?.on("message", (name: string) => {
  void scriptRunner.run(name).then((outcome) => parentPort?.postMessage(outcome));
});
parentPort?.postMessage("ready");
