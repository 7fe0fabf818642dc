import type { Ledger } from "../../lib/index.ts";
import {
  invalidArgument,
  searchArchived,
  searchContracts,
  searchUpdates,
} from "../../lib/internal.ts";
import { jsonReply } from "../api/reply.ts";
import type { ControlHandlers } from "./control-reply.ts";
import { readJson } from "./read-json.ts";

/**
 * Creates the handlers of searches over the whole ledger, newest first:
 *
 * - `POST /search/contracts` with `parties`, `template`, `interface`, `role`, `text`, `state`, `offset`, `limit`, `after`
 * - `POST /search/updates` with `parties`, `template`, `interface`, `kind`, `text`, `begin`, `offset`, `limit`, `after`
 *
 * With the limit 0, they count the matches only.
 */
export const searchRoutes = (ledger: Ledger): ControlHandlers => ({
  "post /search/contracts": async ({ body }) => {
    const { state = "active", ...request } = readJson(body);
    if (state !== "active" && state !== "archived") {
      throw invalidArgument({ field: "state", expected: "one of active, archived", found: state });
    }
    const { rows, ...found } =
      state === "active"
        ? await searchContracts(ledger, request)
        : await searchArchived(ledger, request);
    return jsonReply({ contracts: rows, ...found });
  },
  "post /search/updates": async ({ body }) => {
    const { rows, ...found } = await searchUpdates(ledger, readJson(body));
    return jsonReply({ updates: rows, ...found });
  },
});
