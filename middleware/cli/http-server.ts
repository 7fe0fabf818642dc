import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import express, { type Express } from "express";

import { type ErrorIdentity, type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import { createControlRouter } from "../control/control-router.ts";
import { createHistoryRouter } from "../express/history-router.ts";
import { createLedgerRouter } from "../express/ledger-router.ts";
import { unknownPath } from "../express/unknown-path.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { attachLedgerStreams, type LedgerStreams } from "../websocket/attach-streams.ts";
import { createParticipantServer } from "./participant-server.ts";
import type { AuthSetting } from "./settings.ts";
import { authOption } from "./tokens.ts";

export interface ServedLedger {
  readonly baseUrl: string;
  /** Resolves when no connection is left. */
  readonly close: () => Promise<void>;
}

/** See `LedgerApiOptions`. */
export interface Serving extends Pick<LedgerApiOptions, "errors" | "cors"> {
  readonly port: number;
  readonly auth: AuthSetting;
  readonly target?: TokenTarget | undefined;
  readonly maxTokenLifetimeSeconds?: number | undefined;
  readonly requestTimeoutMillis?: number | undefined;
  readonly control: boolean;
  readonly onUnexpectedError: (error: unknown, identity: ErrorIdentity) => void;
  readonly onWithheldError?: (error: LedgerError, identity: ErrorIdentity) => void;
}

/**
 * Serves a ledger on 127.0.0.1, to this machine only. Rejects with INVALID_ARGUMENT when the port is
 * taken or may not be used.
 */
export const serveLedger = async (ledger: Ledger, serving: Serving): Promise<ServedLedger> => {
  const options = apiOptions(serving);
  const server = createParticipantServer(appFor(ledger, serving, options));
  const streams = attachLedgerStreams(server, ledger, options);
  server.listen(serving.port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw whyNot(error, serving.port) ?? error;
  }
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => closed(server, streams) };
};

const apiOptions = ({
  auth,
  target,
  maxTokenLifetimeSeconds,
  requestTimeoutMillis,
  errors = "hints",
  onUnexpectedError,
  onWithheldError,
}: Serving): LedgerApiOptions => ({
  auth: authOption(auth, target),
  ...(maxTokenLifetimeSeconds === undefined ? {} : { maxTokenLifetimeSeconds }),
  ...(requestTimeoutMillis === undefined ? {} : { requestTimeoutMillis }),
  errors,
  onUnexpectedError,
  ...(onWithheldError === undefined ? {} : { onWithheldError }),
});

const appFor = (
  ledger: Ledger,
  { control, onUnexpectedError }: Serving,
  options: LedgerApiOptions,
): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.use(createLedgerRouter(ledger, options), createHistoryRouter(ledger, { onUnexpectedError }));
  if (control) app.use("/control", createControlRouter(ledger));
  app.use(unknownPath);
  return app;
};

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be used by you",
};

const whyNot = (error: unknown, port: number): Error | undefined => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code];
  if (reason === undefined) return undefined;
  return ledgerError("INVALID_ARGUMENT", {
    cause: `Port ${port} ${reason}. Choose another one with --port, or 0 for any that is free.`,
  });
};

const closed = async (server: Server, streams: LedgerStreams): Promise<void> => {
  const done = once(server, "close");
  server.close();
  // Streams may be open, and wait for what will not come any more.
  server.closeAllConnections();
  streams.close();
  await done;
};
