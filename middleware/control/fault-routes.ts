import { Router } from "express";

import { latencyProfiles } from "../../lib/api.ts";
import { type FaultRule, isLedgerError, type Ledger } from "../../lib/index.ts";
import { withPathPrefix } from "../../lib/internal.ts";
import { readJson } from "./read-json.ts";

/**
 * Creates the routes of the fault rules of a ledger:
 *
 * - `GET /faults`: the rules with their counts, and the latency profiles for delays
 * - `POST /faults` with `{"faults": [{"when": {…}, "then": …}]}`: replaces the rules
 * - `POST /faults/restart`: resets the counts
 * - `DELETE /faults`
 */
export const faultRoutes = ({ faults }: Ledger): Router => {
  const state = () => ({ faults: [...faults], latencies });
  const router = Router();
  router.get("/faults", (_request, response) => {
    response.json(state());
  });
  router.post("/faults", ({ body }, response) => {
    // The fault book validates the rules.
    const { faults: rules } = readJson(body);
    try {
      faults.set(rules as readonly FaultRule[]);
    } catch (error) {
      throw isLedgerError(error) ? withPathPrefix("faults", error) : error;
    }
    response.json(state());
  });
  router.post("/faults/restart", (_request, response) => {
    faults.restart();
    response.json(state());
  });
  router.delete("/faults", (_request, response) => {
    faults.clear();
    response.status(204).end();
  });
  return router;
};

/** Latency profiles in milliseconds. */
const latencies = Object.entries(latencyProfiles).map(([name, { from, to }]) => ({
  name,
  fromMillis: Number(from) / 1000,
  toMillis: Number(to) / 1000,
}));
