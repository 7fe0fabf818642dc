import type { AddressInfo } from "node:net";

import express from "express";
import express4 from "express4";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import { createBenchLedger } from "./bench-ledger.ts";

// A server that benches measure: `echo`, `ledger` (mounted in Express 5) or `express4`. Sends its address
// to the parent process, and answers messages with its processor time.

const [, , kind] = process.argv;
const expressApp = kind === "express4" ? express4() : express();
if (kind === "echo") {
  expressApp.use("/echo", express.json(), (request, response) => {
    response.json(request.body);
  });
} else {
  const { ledger } = await createBenchLedger();
  expressApp.use(createLedgerRouter(ledger, { auth: "disabled" }));
  process.on("message", ({ keeping }: { readonly keeping?: string }) => {
    if (keeping === "off") ledger.requests.stop();
    else if (keeping !== undefined) ledger.requests.keep({ bodies: keeping === "bodies" });
  });
}
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
// End with the parent process.
process.on("disconnect", () => process.exit());
const httpServer = expressApp.listen(0, "127.0.0.1", () => {
  const { port } = httpServer.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
