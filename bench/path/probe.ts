import { createHook } from "node:async_hooks";
import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";

// Preloaded into a measured process: records the files that run and the number of promises between the
// messages "begin" and "end" of the parent process. Loaded before all other modules, so that every script
// is counted.

/** The files and promises that one call needs in the process that answers it. */
export interface CallPathReport {
  /** Absolute paths of the files in which at least one function was called. */
  readonly files: readonly string[];
  readonly promises: number;
}

const inspectorSession = new Session();
inspectorSession.connect();

/**
 * Returns the scripts that ran since the last call. Within a thread, a session answers before `post`
 * returns.
 */
const takeExecutedScripts = () => {
  let urls: readonly string[] = [];
  inspectorSession.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error !== null) throw error;
    const called = result.filter(({ functions }) =>
      functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
    );
    urls = called.map(({ url }) => url);
  });
  return urls;
};

inspectorSession.post("Profiler.enable");
inspectorSession.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

let promises = 0;
const promiseHook = createHook({
  init: (_id, type) => {
    if (type === "PROMISE") promises += 1;
  },
});

export const beginPathRecording = (): void => {
  takeExecutedScripts();
  promises = 0;
  promiseHook.enable();
};

export const endPathRecording = (): CallPathReport => {
  promiseHook.disable();
  const report = { files: takeExecutedScripts(), promises };
  const urls = report.files.filter((url) => url.startsWith("file:"));
  return {
    ...report,
    files: urls.map((url) => fileURLToPath(url.split("?", 1)[0] ?? url)),
  };
};

process.on("message", (message) => {
  if (message === "begin") {
    beginPathRecording();
    process.send?.("begun");
  } else if (message === "end") {
    process.send?.(endPathRecording());
  }
});
// End with the parent process.
process.on("disconnect", () => process.exit());
