import type { AddressInfo } from "node:net";

import express from "express";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import { benchLedger } from "./bench-ledger.ts";

// A server that benches measure; tells its parent where it listens, and how much processor time it has taken when asked.

const app = express();
if (process.argv[2] === "echo") {
  app.post("/echo", express.json(), (request, response) => {
    response.json(request.body);
  });
} else {
  const { ledger } = await benchLedger();
  app.use(createLedgerRouter(ledger, { auth: "disabled" }));
  process.on("message", ({ keeping }: { readonly keeping?: string }) => {
    if (keeping === "off") ledger.requests.stop();
    else if (keeping !== undefined) ledger.requests.keep({ bodies: keeping === "bodies" });
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}
// Without whom it measures for, nobody would end it.
process.on("disconnect", () => process.exit());
const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
