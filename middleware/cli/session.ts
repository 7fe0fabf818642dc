import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { TokenAudienceAndScope } from "../auth/token-kind.ts";
import type { CommandLineIo } from "./settings.ts";

/**
 * Data about a running ledger for other commands of the same user, with the secrets that it generated.
 * Secrets that the user passed are not stored. That of a LocalNet is.
 */
export interface RunningServerRecord {
  /** Process id of the server. */
  readonly pid: number;
  readonly baseUrl: string;
  readonly secret?: string | undefined;
  readonly controlSecret?: string | undefined;
  readonly target: TokenAudienceAndScope;
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/**
 * Stores a session in a file that only the user can read, until the returned function is called.
 * Does nothing if that is not possible.
 */
export const saveServerRecord = (
  environment: CommandLineIo["environment"],
  port: number,
  session: RunningServerRecord,
): (() => void) => {
  const file = sessionFile(environment, port);
  if (file === undefined) return () => undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Create a new file, because an existing one would keep its mode.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(session), { mode: 0o600, flag: "wx" });
  } catch {
    return () => undefined;
  }
  return () => {
    // Another ledger may have taken the port in the meantime.
    if (readServerRecord(environment, port)?.pid !== session.pid) return;
    rmSync(file, { force: true });
  };
};

/** Returns the session of a port; undefined if there is none or it cannot be read. */
export const readServerRecord = (
  environment: CommandLineIo["environment"],
  port: number,
): RunningServerRecord | undefined => {
  const file = sessionFile(environment, port);
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunningServerRecord;
  } catch {
    return undefined;
  }
};

/** Returns the session file, in the platform's folder for private data of the user. */
const sessionFile = (
  { XDG_RUNTIME_DIR: runtime, LOCALAPPDATA: local, HOME: home }: CommandLineIo["environment"],
  port: number,
): string | undefined => {
  const folder = runtime ?? local ?? (home === undefined ? undefined : join(home, ".cache"));
  return folder === undefined ? undefined : join(folder, "ledger-in-a-box", `${port}.json`);
};
