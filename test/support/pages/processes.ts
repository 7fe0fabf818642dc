import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { NotAsDocumented } from "./not-as-documented.ts";

export interface ProcessSurroundings {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Timeout of a step of a page. Longer than any step takes, even on a slow machine. */
export const stepTimeoutMillis = 60_000;

/** Runs a program to its end and returns its output. Rejects if it fails. */
export const runProgram = async (
  [program = "", ...args]: readonly string[],
  { folder, environment }: ProcessSurroundings,
): Promise<string> => {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: stepTimeoutMillis,
  });
  const output = outputOf(child);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code !== 0) throw new NotAsDocumented(`It ended with ${code ?? signal}:\n${output()}`);
  return output();
};

/** A program that runs until it is stopped. */
export interface RunningProgram {
  /** Returns everything that the program has printed so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a program, and waits until its output matches. Rejects if it ends before. */
export const startProgram = async (
  [program = "", ...args]: readonly string[],
  { folder, environment }: ProcessSurroundings,
  ready: RegExp,
): Promise<RunningProgram> => {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = outputOf(child);
  const closed = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => ready.test(output()) && resolve());
    void closed.then(() => reject(new NotAsDocumented(`It ended by itself:\n${output()}`)));
  });
  return {
    output,
    async stop() {
      child.kill();
      await closed;
    },
  };
};

/** Returns a function that returns everything that the program has printed so far. */
const outputOf = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return () => output;
};
