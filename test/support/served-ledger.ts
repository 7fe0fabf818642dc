import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";

import type { Ledger } from "../../lib/index.ts";
import { createLedgerRouter, type LedgerApiOptions } from "../../middleware/index.ts";

export interface ServedLedger {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** Serves a ledger with Express, on a free port of this machine. */
export const serveLedger = async (
  ledger: Ledger,
  options: LedgerApiOptions,
): Promise<ServedLedger> => {
  const server = createServer(express().use(createLedgerRouter(ledger, options)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
