import express from "express";

import type { Ledger } from "../../lib/index.ts";
import {
  createFetch,
  createHistoryRouter,
  createLedgerRouter,
  type LedgerApiOptions,
} from "../../middleware/index.ts";
import { apiClient, type Send } from "./api-client.ts";
import { httpFetch } from "./http-fetch.ts";
import { validatedFetch } from "./validated-fetch.ts";
import { withListeningServer } from "./with-listening-server.ts";

/** A way to reach a ledger. Its responses are checked against our API documents. */
export interface Transport {
  readonly name: string;
  /** True if a GET request can have a body. */
  readonly sendsBodyWithGet: boolean;
  readonly serve: <Result>(
    ledger: Ledger,
    options: LedgerApiOptions,
    use: (send: Send) => Promise<Result>,
  ) => Promise<Result>;
}

export const socket: Transport = {
  name: "over a socket",
  sendsBodyWithGet: true,
  serve: (ledger, options, use) => {
    const app = express();
    app.use(createLedgerRouter(ledger, options), createHistoryRouter(ledger, options));
    const checked = validatedFetch(httpFetch, "", ledger.config.apiVersion);
    return withListeningServer(app, (baseUrl) => use(apiClient(checked, baseUrl)));
  },
};

export const inProcess: Transport = {
  name: "in process",
  sendsBodyWithGet: false,
  serve: (ledger, options, use) => {
    const fetch = createFetch(ledger, options);
    const checked = validatedFetch(fetch, "", ledger.config.apiVersion);
    return use(apiClient(checked, "http://ledger.invalid"));
  },
};

export const transports: readonly Transport[] = [socket, inProcess];
