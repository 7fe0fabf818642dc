import type { Ledger } from "../../lib/index.ts";
import {
  createInvalidArgumentError,
  searchActiveContracts,
  searchArchivedContracts,
  searchUpdates,
} from "../../lib/internal.ts";
import { createJsonReply } from "../api/reply.ts";
import type { ControlHandlers } from "./control-reply.ts";
import { parseJsonObjectBody } from "./parse-json-object-body.ts";

/**
 * Creates the handlers of searches over the whole ledger, newest first:
 *
 * - `POST /search/contracts` with `parties`, `template`, `interface`, `role`, `text`, `state`, `offset`, `limit`, `after`
 * - `POST /search/updates` with `parties`, `template`, `interface`, `kind`, `text`, `begin`, `offset`, `limit`, `after`
 *
 * With the limit 0, they count the matches only.
 */
export const createSearchHandlers = (ledger: Ledger): ControlHandlers => ({
  "post /search/contracts": async ({ body }) => {
    const { state = "active", ...request } = parseJsonObjectBody(body);
    if (state !== "active" && state !== "archived") {
      throw createInvalidArgumentError({
        field: "state",
        expected: "one of active, archived",
        found: state,
      });
    }
    const { rows, ...found } =
      state === "active"
        ? await searchActiveContracts(ledger, request)
        : await searchArchivedContracts(ledger, request);
    return createJsonReply({ contracts: rows, ...found });
  },
  "post /search/updates": async ({ body }) => {
    const { rows, ...found } = await searchUpdates(ledger, parseJsonObjectBody(body));
    return createJsonReply({ updates: rows, ...found });
  },
});
