import { Router } from "express";

import type { Ledger } from "../../lib/index.ts";
import {
  invalidArgument,
  searchArchived,
  searchContracts,
  searchUpdates,
} from "../../lib/internal.ts";
import { readJson } from "./read-json.ts";

/**
 * Creates the routes of searches over the whole ledger, newest first:
 *
 * - `POST /search/contracts` with `parties`, `template`, `interface`, `role`, `text`, `state`, `offset`, `limit`, `after`
 * - `POST /search/updates` with `parties`, `template`, `interface`, `kind`, `text`, `begin`, `offset`, `limit`, `after`
 *
 * With the limit 0, they count the matches only.
 */
export const searchRoutes = (ledger: Ledger): Router => {
  const router = Router();
  router.post("/search/contracts", async ({ body }, response) => {
    const { state = "active", ...request } = readJson(body);
    if (state !== "active" && state !== "archived") {
      throw invalidArgument({ field: "state", expected: "one of active, archived", found: state });
    }
    const { rows, ...found } =
      state === "active"
        ? await searchContracts(ledger, request)
        : await searchArchived(ledger, request);
    response.json({ contracts: rows, ...found });
  });
  router.post("/search/updates", async ({ body }, response) => {
    const { rows, ...found } = await searchUpdates(ledger, readJson(body));
    response.json({ updates: rows, ...found });
  });
  return router;
};
