import type { FailedCallIdentifiers } from "../../lib/api.ts";
import { isLedgerError, type Ledger, type LedgerError } from "../../lib/index.ts";
import type { AcceptedTokens } from "../auth/authenticator.ts";
import type { LocalnetServer } from "../localnet/listen.ts";
import { formatRequestLogLine } from "../log/format-request-log-line.ts";
import { toPrintableText } from "../log/printable.ts";
import { formatHostForUrl, isLoopbackHost } from "../node-http/loopback.ts";
import {
  createLedgerWithInitialContent,
  type LedgerWithInitialContent,
} from "./create-ledger-with-initial-content.ts";
import { formatForkNotes } from "./fork-notes.ts";
import { type ServedLedger, serveLedger } from "./http-server.ts";
import type { HttpServerOptions } from "./http-server-options.ts";
import { formatLocalnetGreeting } from "./localnet-startup-text.ts";
import { saveServerRecord } from "./session.ts";
import type { CommandLineIo, ServerSettings } from "./settings.ts";
import { formatStartupText } from "./startup-text.ts";
import { waitForAbort } from "./wait-for-abort.ts";
import { watchFiles } from "./watch-files.ts";

/** Serves a ledger until `stop` aborts. Rejects with the LedgerErrors that prevent the start. */
export const serveLedgerUntilAborted = (
  settings: ServerSettings,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<void> =>
  serveLedgerWhile({ settings, line }, async (start) => {
    printStartup(start.prepared, start);
    if (start.localnetPorts !== undefined) line.write(formatLocalnetGreeting(start.localnetPorts));
    await waitForAbort(stop);
  });

interface ServeOptions {
  readonly settings: ServerSettings;
  readonly line: CommandLineIo;
  /** Tokens that are accepted in addition to those of the settings. Only this process can sign them. */
  readonly alsoAccepted?: AcceptedTokens;
}

/** Serves a ledger while `work` runs. Rejects with the LedgerErrors that prevent the start. */
export const serveLedgerWhile = async (
  { settings, line, alsoAccepted }: ServeOptions,
  work: (start: StartedLedgerServer) => Promise<void>,
): Promise<void> => {
  const localnet = await openLocalnet(settings);
  const prepared =
    localnet?.prepared ?? (await createLedgerWithInitialContent(settings.fixtures, settings));
  let { ledger } = prepared;
  try {
    const serving = createServerOptions(settings, line, createReset(ledger));
    const served = await serveLedger(ledger, { ...serving, alsoAccepted });
    const forget = saveServerRecord(
      line.environment,
      served.port,
      createSessionFacts(settings, served),
    );
    const reload = async (): Promise<void> => {
      const next = await reloadFiles(settings, line);
      if (next === undefined) return;
      const before = ledger;
      ({ ledger } = next);
      served.replace(ledger, createReset(ledger));
      await before.close();
      const loaded = next.loaded.join(" and ");
      line.writeError(
        `Loaded ${loaded} again. Changes that clients made to the ledger were discarded.\n`,
      );
    };
    const watching = settings.watch ? watchToReload(settings, reload) : undefined;
    let others: LocalnetServer | undefined;
    try {
      const write = findLogWriter(settings, line);
      others = await localnet?.listen({
        host: settings.host,
        ...(write && { log: (text) => write(`${text}\n`) }),
      });
      await work({ prepared, settings, served, line, localnetPorts: others?.ports });
    } finally {
      // Also after a failure: an open server would keep the process alive.
      forget();
      await others?.close();
      await watching?.end();
      await served.close();
    }
  } finally {
    await ledger.close();
  }
};

/** Opens the requested LocalNet; its modules are loaded only then. */
const openLocalnet = async (settings: ServerSettings) => {
  if (settings.localnet === undefined) return undefined;
  const { prepareLocalnet } = await import("./prepare-localnet.ts");
  return prepareLocalnet(settings, settings.localnet);
};

/**
 * Loads the files again. If that fails, prints the reason and returns undefined; the present ledger
 * stays.
 */
const reloadFiles = async (
  settings: ServerSettings,
  { writeError }: CommandLineIo,
): Promise<LedgerWithInitialContent | undefined> => {
  try {
    return await createLedgerWithInitialContent(settings.fixtures, settings, { isAgain: true });
  } catch (error) {
    const why = isLedgerError(error) ? error.details.cause : formatError(error);
    writeError(`Reload failed: ${why}\n`);
    return undefined;
  }
};

interface ReloadWatcher {
  /** Stops watching; resolves when no reload is running. */
  readonly end: () => Promise<void>;
}

/** Reloads one at a time; changes during a reload cause another one. */
const watchToReload = (
  { fixtures, dars }: ServerSettings,
  reload: () => Promise<void>,
): ReloadWatcher => {
  let loading: Promise<void> = Promise.resolve();
  const unwatch = watchFiles([...fixtures, ...dars], () => {
    loading = loading.then(reload);
  });
  return {
    end: () => {
      unwatch();
      return loading;
    },
  };
};

/** Returns a function that reverts the ledger to its present state and clock mode. */
const createReset = (ledger: Ledger): (() => Promise<void>) => {
  const loaded = ledger.snapshot();
  const isRealTime = ledger.clock.mode === "real";
  return async () => {
    await ledger.revert(loaded);
    if (isRealTime) ledger.clock.resume();
  };
};

/** Returns the function that writes the log of calls; undefined with `--quiet`. */
const findLogWriter = ({ log: wanted }: ServerSettings, { log }: CommandLineIo) =>
  wanted === "quiet" ? undefined : log;

const createServerOptions = (
  settings: ServerSettings,
  line: CommandLineIo,
  reset: () => Promise<void>,
): HttpServerOptions => {
  const { control, log: wanted } = settings;
  const { writeError } = line;
  const logged = findLogWriter(settings, line);
  const report = (identity: FailedCallIdentifiers, text: string): void =>
    writeError(`${identity.traceId ?? "-"} ${text}\n`);
  return {
    ...settings,
    control: control.kind !== "off",
    controlSecret: control.kind === "secret" ? control.secret : undefined,
    reset,
    onRequest: logged && ((record) => logged(`${formatRequestLogLine(record)}\n`)),
    logBodies: wanted === "bodies",
    onUnexpectedError: (error, identity) => report(identity, formatError(error)),
    // If requests are logged, the log already contains the causes that responses omit.
    onWithheldError:
      logged === undefined
        ? (error: LedgerError, identity) => report(identity, toPrintableText(error.message))
        : undefined,
  };
};

const createSessionFacts = (
  { auth, control, localnet, target, maxTokenLifetimeSeconds }: ServerSettings,
  { baseUrl }: ServedLedger,
) => ({
  pid: process.pid,
  baseUrl,
  target,
  // JSON has no Infinity.
  maxTokenLifetimeSeconds:
    maxTokenLifetimeSeconds === Infinity ? undefined : maxTokenLifetimeSeconds,
  // The secret of a LocalNet is public.
  secret:
    auth.kind === "secret" && (auth.isNew || localnet !== undefined) ? auth.secret : undefined,
  controlSecret: control.kind === "secret" && control.isNew ? control.secret : undefined,
});

/** A ledger that is being served. */
export interface StartedLedgerServer {
  readonly prepared: LedgerWithInitialContent;
  readonly settings: ServerSettings;
  readonly served: ServedLedger;
  readonly line: CommandLineIo;
  /** Ports of the LocalNet; undefined without one. */
  readonly localnetPorts: Parameters<typeof formatLocalnetGreeting>[0] | undefined;
}

const printStartup = (
  prepared: LedgerWithInitialContent,
  {
    settings,
    served: { baseUrl, port },
    line,
  }: Pick<StartedLedgerServer, "settings" | "served" | "line">,
): void => {
  const { ledger, fork } = prepared;
  line.write(formatStartupText({ ledger, baseUrl, ...settings }, prepared));
  if (fork !== undefined) line.writeError(formatForkNotes(fork, settings.fork));
  const { host, auth } = settings;
  if (isLoopbackHost(formatHostForUrl(host))) return;
  const who =
    auth.kind === "disabled"
      ? "do everything on this ledger"
      : "send requests with guessed tokens to this ledger";
  line.writeError(
    `Warning: other machines can connect to ${host}. Everyone who reaches port ${port} can ${who}, and the connection is not encrypted.\n`,
  );
};

const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
