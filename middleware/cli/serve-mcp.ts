import { Console } from "node:console";
import { randomBytes } from "node:crypto";

import { ledgerError } from "../../lib/index.ts";
import { tokenFor } from "../../lib/internal.ts";
import {
  createMcpServerFactory,
  type LedgerConnectionSettings,
  serveMcpOverHttp,
  serveMcpOverStdio,
} from "../mcp/index.ts";
import { formatHostForUrl, isLoopbackHost } from "../node-http/loopback.ts";
import { formatForkNotes } from "./fork-notes.ts";
import { mcpHttpSecretVariable, tokenEnvironmentVariable } from "./mcp-variables.ts";
import { getGuideFolder, readOwnPackageVersion } from "./package-folder.ts";
import { readTokenFile } from "./read-token-file.ts";
import { serveLedgerWhile } from "./serve.ts";
import { readServerRecord } from "./session.ts";
import type { CommandLineIo, McpServerTask, ServerSettings } from "./settings.ts";
import { toListenError } from "./to-listen-error.ts";
import { signUserToken } from "./tokens.ts";
import { waitForAbort } from "./wait-for-abort.ts";

/**
 * Serves the Model Context Protocol until `stop` aborts or, without HTTP, the client closes standard
 * input. Rejects with the LedgerErrors that prevent the start.
 */
export const serveMcp = async (
  task: McpServerTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<void> => {
  if (task.httpPort === undefined) {
    // Text that fixtures print must not be mixed with the messages of the protocol.
    globalThis.console = new Console(process.stderr);
  }
  if (task.url !== undefined) {
    return serveTools(findLedgerAddress(task, task.url, line), task, { line, stop });
  }
  const secret = randomBytes(32).toString("base64url");
  const settings = createServedLedgerSettings(task);
  const alsoAccepted = {
    hs256Secret: secret,
    audience: mcpTokenAudience,
    privileged: "wildcard",
  } as const;
  // Standard output may belong to the protocol.
  const served = { settings, line: { ...line, log: line.writeError }, alsoAccepted };
  await serveLedgerWhile(served, ({ prepared: { fork }, served: { baseUrl } }) => {
    if (fork !== undefined) line.writeError(formatForkNotes(fork, settings.fork));
    const address = {
      url: baseUrl,
      token: () => tokenFor(secret, "mcp", { audience: mcpTokenAudience }),
      controlSecret: settings.control.kind === "secret" ? settings.control.secret : undefined,
      isPrivileged: true,
    };
    return serveTools(address, task, { line, stop });
  });
};

const mcpTokenAudience = "ledger-in-a-box-mcp";

/**
 * Returns the settings of the ledger that this process serves: with the control API and the request
 * journal, and a quiet log unless bodies are logged. With HTTP, the host is that of the tools, and only
 * this machine can connect to the ledger.
 */
const createServedLedgerSettings = ({ settings, httpPort }: McpServerTask): ServerSettings => ({
  ...settings,
  host: httpPort === undefined ? settings.host : "127.0.0.1",
  control:
    settings.control.kind === "off"
      ? { kind: "secret", secret: randomBytes(32).toString("base64url"), isNew: true }
      : settings.control,
  requests: true,
  log: settings.log === "bodies" ? "bodies" : "quiet",
});

/**
 * Returns the address and secrets of a running ledger. Raises an error if the token file cannot be read. If the ledger runs on this machine, its
 * session file has the secrets.
 */
const findLedgerAddress = (
  { settings, tokenFile }: McpServerTask,
  url: string,
  { environment }: CommandLineIo,
): LedgerConnectionSettings => {
  if (tokenFile !== undefined) readTokenFile(tokenFile);
  const session = findSession(url, environment);
  const { [tokenEnvironmentVariable]: token } = environment;
  const auth =
    session?.secret === undefined
      ? undefined
      : ({ kind: "secret", secret: session.secret } as const);
  return {
    url,
    token: () => {
      if (tokenFile !== undefined) return readTokenFile(tokenFile);
      if (token !== undefined && token !== "") return token;
      return auth && signUserToken({ ...session, auth }, "participant_admin");
    },
    controlSecret: settings.controlSecret ?? session?.controlSecret,
  };
};

const findSession = (url: string, environment: CommandLineIo["environment"]) => {
  const { hostname, port } = new URL(url);
  return isLoopbackHost(hostname) ? readServerRecord(environment, Number(port)) : undefined;
};

const serveTools = async (
  ledger: LedgerConnectionSettings,
  { allowsWrites, httpPort, httpSecret, settings: { host } }: McpServerTask,
  { line, stop }: { readonly line: CommandLineIo; readonly stop: AbortSignal },
): Promise<void> => {
  const create = createMcpServerFactory({
    ledger,
    allowsWrites,
    version: readOwnPackageVersion(),
    guideFolder: getGuideFolder(),
  });
  if (httpPort === undefined) {
    line.writeError(`MCP on standard input and output. Ledger API: ${ledger.url}\n`);
    const streams = { input: process.stdin, output: process.stdout };
    return serveMcpOverStdio(create, streams, waitForAbort(stop));
  }
  const given = httpSecret ?? line.environment[mcpHttpSecretVariable];
  const secret = given === "" ? undefined : given;
  if (secret === undefined && !isLoopbackHost(formatHostForUrl(host))) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Other machines can connect to ${host}: set a secret with --http-secret or ${mcpHttpSecretVariable}.`,
    });
  }
  const http = await serveMcpOverHttp(create, { port: httpPort, host, secret }).catch(
    (error: unknown) => {
      throw toListenError(error, { port: httpPort, host }) ?? error;
    },
  );
  line.write(formatMcpStartText(http.url, ledger.url, allowsWrites));
  await waitForAbort(stop);
  await http.close();
};

const formatMcpStartText = (url: string, ledgerUrl: string, allowsWrites: boolean): string =>
  [
    "Tools of a ledger in a box for coding agents",
    "",
    `  MCP            ${url}`,
    `  Ledger API     ${ledgerUrl}`,
    `  Changes        ${allowsWrites ? "allowed" : "not allowed; start with --allow-writes"}`,
    "",
    "Stop it with Ctrl-C.",
    "",
  ].join("\n");
