import { spawn } from "node:child_process";
import { once } from "node:events";

export interface ProcessResult {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** Its complete output, if it was not shown. */
  readonly output: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isShown?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs a program in a new process group. When the signal aborts, the whole group is ended, and the promise
 * rejects with the reason.
 */
export const runProcess = async (
  program: string,
  args: readonly string[],
  { cwd, environment, isShown = false, signal }: ProcessOptions,
): Promise<ProcessResult> => {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  signal.addEventListener("abort", end);
  try {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
    const [code] = (await once(child, "close")) as [number | null];
    signal.throwIfAborted();
    return { code, output };
  } finally {
    signal.removeEventListener("abort", end);
  }
};
