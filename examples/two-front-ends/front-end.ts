import express, { type Express } from "express";
import { createLedger, type Ledger } from "ledger-in-a-box";
import { createLedgerRouter } from "ledger-in-a-box/middleware";
import { openPostgresStore } from "ledger-in-a-box/postgres";

/** A front end with its own route, and a ledger that all front ends with the same database share. */
export const openFrontEnd = async (
  database: string,
): Promise<{ readonly app: Express; readonly ledger: Ledger }> => {
  const ledger = await createLedger({ store: await openPostgresStore(database) });
  const app = express();
  app.get("/", (_, response) => {
    response.json({ ledgerEnd: ledger.state.ledgerEnd });
  });
  app.use("/ledger", createLedgerRouter(ledger, { auth: "disabled" }));
  return { app, ledger };
};
