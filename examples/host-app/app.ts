import express, { type Express } from "express";
import { demoScenario, openScenarios } from "ledger-in-a-box/fixtures";
import {
  createControlRouter,
  createHistoryRouter,
  createLedgerRouter,
} from "ledger-in-a-box/middleware";

/** An existing app with a ledger mounted in it. */
export const createApp = async (hs256Secret: string): Promise<Express> => {
  const ledger = await openScenarios([demoScenario]);
  ledger.clock.resume();

  const app = express();
  app.use(express.json());
  app.get("/", (_request, response) => {
    response.json({ app: "yours", ledgerEnd: ledger.state.ledgerEnd });
  });

  // Base URL for clients of the ledger API: http://localhost:3000/ledger
  app.use("/ledger", createLedgerRouter(ledger, { auth: { hs256Secret } }));
  app.use("/scan", createHistoryRouter(ledger));
  // For tests on this machine: clock, snapshots, reset, fixtures.
  app.use("/control", createControlRouter(ledger));
  return app;
};
