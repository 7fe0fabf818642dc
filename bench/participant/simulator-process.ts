import { spawn } from "node:child_process";
import { once } from "node:events";

import { createParticipantClient } from "./client.ts";

/** Our command as a process, with the time until it first answered. */
export interface SimulatorProcess {
  readonly url: string;
  readonly pid: number;
  readonly readyMillis: number;
  readonly stop: () => Promise<void>;
}

/** Starts the program with its arguments, the options of the bench and the DARs. */
export const startOurProcess = async (
  [program = process.execPath, ...args]: readonly string[],
  dars: readonly string[],
): Promise<SimulatorProcess> => {
  const options = ["--port", "0", "--auth", "disabled", "--quiet"];
  const begin = performance.now();
  const child = spawn(
    program,
    [...args, ...options, ...(dars.length > 0 ? ["--dar", ...dars] : [])],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const closed = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill();
    await closed;
  };
  let [output, errors] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const found = /Ledger API +(http:\/\/\S+)/u.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      closed.then(() => reject(new RangeError(`Our command ended:\n${errors}`)), reject);
    });
    await createParticipantClient({ url }).get("/v2/version");
    return { url, pid: child.pid ?? 0, readyMillis: performance.now() - begin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
