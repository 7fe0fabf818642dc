import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

import express from "express";

/** A static file server of the live page, that is, the page that runs a ledger in the browser. */
export interface LivePage {
  /** The URL of the page, with a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Builds the live page, and serves its files below a path. Every other path is unknown. */
export const serveLivePage = async (): Promise<LivePage> => {
  await promisify(execFile)(process.execPath, [".ci/live-page.js"]);
  const app = express();
  app.use("/docs/try", express.static(".build/live"));
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/docs/try/`,
    close: async () => {
      const done = once(server, "close");
      server.close();
      server.closeAllConnections();
      await done;
    },
  };
};
