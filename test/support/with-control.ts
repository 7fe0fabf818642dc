import express from "express";

import { iou } from "../../fixtures/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import { type ControlOptions, createControlRouter } from "../../middleware/index.ts";
import { withListeningServer } from "./with-listening-server.ts";

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Sends a request to the control router. */
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Serves a ledger with the package `iou`, a frozen clock and the control API. */
export const withControl = async (
  use: (call: Call, ledger: Ledger, baseUrl: string) => Promise<void>,
  parser?: ReturnType<typeof express.json>,
  options?: ControlOptions,
  store?: JournalStore,
): Promise<void> => {
  const ledger = await createLedger({
    packages: [iou],
    seed: 1,
    clock: { freeze: "2030-01-01T00:00:00Z" },
    ...(store === undefined ? {} : { store }),
  });
  const app = express();
  if (parser !== undefined) app.use(parser);
  app.use("/control", createControlRouter(ledger, options));
  await withListeningServer(app, async (baseUrl) => {
    const call: Call = async (method, path, body) => {
      const response = await fetch(`${baseUrl}/control${path}`, {
        method,
        ...(body === undefined
          ? {}
          : {
              body: typeof body === "string" ? body : JSON.stringify(body),
              headers: { "content-type": "application/json" },
            }),
      });
      const text = await response.text();
      const json: unknown = text === "" ? undefined : JSON.parse(text);
      return { status: response.status, json };
    };
    await use(call, ledger, baseUrl);
  });
};
