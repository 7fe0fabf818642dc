import { spawn } from "node:child_process";
import { once } from "node:events";

export const commandFile = "node_modules/ledger-in-a-box/dist/middleware/cli/main.js";

/** Starts Node in a project, in a separate process group. */
export const startNodeInProject = (
  { project, environment: own },
  args,
  { environment, node = process.execPath } = {},
) =>
  spawn(node, args, {
    cwd: project.path,
    env: { ...own, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });

/** Collects the output of a process. */
export const collectOutput = ({ stdout, stderr }) => {
  const heard = { output: "", errors: "" };
  stdout.setEncoding("utf8").on("data", (text) => (heard.output += text));
  stderr.setEncoding("utf8").on("data", (text) => (heard.errors += text));
  return heard;
};

export const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Serves a ledger while `use` runs. The process must then end with exit code 0 and leave no process behind.
 */
export const whileServed = async (maker, given, use) => {
  const child = startNodeInProject(maker, [commandFile, "--port", "0", ...given]);
  const heard = collectOutput(child);
  const closed = once(child, "close");
  try {
    await new Promise((resolve, reject) => {
      child.stdout.on("data", () => /Stop it with Ctrl-C/u.test(heard.output) && resolve());
      void closed.then(() => reject(new Error(heard.errors)));
    });
    await use(/Ledger API +(\S+)/u.exec(heard.output)[1], heard.output);
  } finally {
    child.kill();
    await closed;
  }
  if (child.exitCode !== 0) {
    throw new Error(`The command ended with ${child.exitCode ?? child.signalCode}.`);
  }
  if (heard.errors !== "") throw new Error(heard.errors);
  if (isRunning(-child.pid)) throw new Error("The command left a process running.");
};
