import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { TokenTarget } from "../auth/token-kind.ts";
import type { CommandLine } from "./settings.ts";

/**
 * What other commands of the same user need to know of a ledger that runs: the secrets that it made up itself.
 * Those that somebody has given it, they are given as well.
 */
export interface Session {
  /** Of the process that serves it. */
  readonly pid: number;
  readonly baseUrl: string;
  readonly secret?: string | undefined;
  readonly controlSecret?: string | undefined;
  readonly target: TokenTarget;
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/**
 * Keeps a session where nobody but the user can read it, until the result is called. A machine where that cannot be
 * done does without.
 */
export const keepSession = (
  environment: CommandLine["environment"],
  port: number,
  session: Session,
): (() => void) => {
  const file = sessionFile(environment, port);
  if (file === undefined) return () => undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // A new file: the mode of one that is there would stay as it is.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(session), { mode: 0o600, flag: "wx" });
  } catch {
    return () => undefined;
  }
  return () => {
    // Another ledger may have taken the port in the meantime.
    if (readSession(environment, port)?.pid !== session.pid) return;
    rmSync(file, { force: true });
  };
};

/** Undefined when there is none, or none that can be read. */
export const readSession = (
  environment: CommandLine["environment"],
  port: number,
): Session | undefined => {
  const file = sessionFile(environment, port);
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Session;
  } catch {
    return undefined;
  }
};

/** In a folder that is the user's own, as the platform has it. */
const sessionFile = (
  { XDG_RUNTIME_DIR: runtime, LOCALAPPDATA: local, HOME: home }: CommandLine["environment"],
  port: number,
): string | undefined => {
  const folder = runtime ?? local ?? (home === undefined ? undefined : join(home, ".cache"));
  return folder === undefined ? undefined : join(folder, "ledger-in-a-box", `${port}.json`);
};
