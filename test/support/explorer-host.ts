import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";

import type { Ledger } from "../../lib/index.ts";
import {
  attachLedgerStreams,
  createControlRouter,
  createExplorerRouter,
  createHistoryRouter,
  createLedgerRouter,
} from "../../middleware/index.ts";

/** An Express app with a ledger, and the explorer mounted at a path. */
export interface ExplorerHost {
  /** The URL of the explorer, with a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface HostOptions {
  /** Time in milliseconds after which a silent stream is closed; a minute when absent. */
  readonly idleTimeoutMillis?: number;
  /** Whether the page gets the path of the control API; true when absent. */
  readonly isControlled?: boolean;
}

export const serveExplorer = async (
  ledger: Ledger,
  port = 0,
  { isControlled = true, ...options }: HostOptions = {},
): Promise<ExplorerHost> => {
  const app = express();
  const auth = "disabled";
  app.use("/ledger", createLedgerRouter(ledger, { auth }), createHistoryRouter(ledger));
  app.use("/steer", createControlRouter(ledger));
  const places = {
    ledgerPath: "../ledger/",
    ...(isControlled ? { controlPath: "../steer/" } : {}),
  };
  app.use("/look", createExplorerRouter(ledger, { auth, ...places }));
  const server = createServer(app);
  const streams = attachLedgerStreams(server, ledger, { auth, mount: "/ledger", ...options });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // The address of a listening TCP server is an object.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/look/`,
    close: async () => {
      const done = once(server, "close");
      streams.close();
      server.close();
      server.closeAllConnections();
      await done;
    },
  };
};
