import type { AddressInfo } from "node:net";

import express from "express";
import { createLedgerRouter } from "ledger-in-a-box/middleware";

import { benchLedger } from "./bench-ledger.ts";

// One of the two servers that http.bench.ts compares; tells its parent where it listens.

const app = express();
if (process.argv[2] === "echo") {
  app.post("/echo", express.json(), (request, response) => {
    response.json(request.body);
  });
} else {
  const { ledger } = await benchLedger();
  app.use(createLedgerRouter(ledger, { auth: "disabled" }));
}
const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
