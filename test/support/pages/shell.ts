import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { NotAsDocumented } from "./not-as-documented.ts";
import { type ProcessSurroundings, stepTimeoutMillis } from "./processes.ts";

/** A shell that runs all shell blocks of a page and keeps its variables between them. */
export interface Shell {
  /** Runs lines and returns their output. Rejects if a line fails, unless the page documents that. */
  readonly run: (script: string, mayFail: boolean) => Promise<string>;
  readonly close: () => void;
}

const strict = "set -e; export CURL_OPTIONS=--fail-with-body";
const lenient = "set +e; export CURL_OPTIONS=";
const mark = "---- done ----";

export const openShell = ({ folder, environment }: ProcessSurroundings): Shell => {
  const child = spawn("sh", [], { cwd: folder, env: environment, stdio: "pipe", detached: true });
  let heard = (): void => undefined;
  let output = "";
  let ended = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      heard();
    });
  }
  // Stops the shell and its child processes.
  const stop = (): void => {
    if (!ended) process.kill(-(child.pid ?? 0));
  };
  const patience = setTimeout(stop, stepTimeoutMillis);
  child.on("close", () => {
    ended = true;
    heard();
  });
  return {
    async run(script, mayFail) {
      output = "";
      // Reads the block from a file, because a command in it could otherwise read the following lines as its
      // input.
      await writeFile(join(folder, "block.sh"), script);
      child.stdin.write(`${mayFail ? lenient : strict}\n. ./block.sh </dev/null\necho '${mark}'\n`);
      await new Promise<void>((resolve) => {
        heard = () => (ended || output.endsWith(`${mark}\n`)) && resolve();
      });
      if (ended) throw new NotAsDocumented(`It failed:\n${output}`);
      return output.slice(0, -mark.length - 1);
    },
    close: () => {
      clearTimeout(patience);
      stop();
    },
  };
};
