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

/** A ledger in an app of somebody else, with the explorer at a path of its own. */
export interface Explored {
  /** Of the explorer, with a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** `idleTimeoutMillis`: how long a stream may be silent; a minute when absent. */
export const explored = async (
  ledger: Ledger,
  port = 0,
  options: { readonly idleTimeoutMillis?: number } = {},
): Promise<Explored> => {
  const app = express();
  const auth = "disabled";
  app.use("/ledger", createLedgerRouter(ledger, { auth }), createHistoryRouter(ledger));
  app.use("/steer", createControlRouter(ledger));
  const places = { ledgerPath: "../ledger/", controlPath: "../steer/" };
  app.use("/look", createExplorerRouter(ledger, { auth, ...places }));
  const server = createServer(app);
  const streams = attachLedgerStreams(server, ledger, { auth, mount: "/ledger", ...options });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // An address of a listening TCP server is never null or a path.
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
