import { latencyProfiles } from "../../lib/api.ts";
import { type FaultRule, isLedgerError, type Ledger } from "../../lib/index.ts";
import { prefixErrorPath } from "../../lib/internal.ts";
import { createEmptyReply, createJsonReply } from "../api/reply.ts";
import type { ControlHandlers } from "./control-reply.ts";
import { parseJsonObjectBody } from "./parse-json-object-body.ts";

/**
 * Creates the handlers of the fault rules of a ledger:
 *
 * - `GET /faults`: the rules with their counts, and the latency profiles for delays
 * - `POST /faults` with `{"faults": [{"when": {…}, "then": …}]}`: replaces the rules
 * - `POST /faults/restart`: resets the counts
 * - `DELETE /faults`
 */
export const createFaultRoutes = ({ faults }: Ledger): ControlHandlers => {
  const state = () => createJsonReply({ faults: [...faults], latencies: latencyProfilesJson });
  return {
    "get /faults": state,
    "post /faults": ({ body }) => {
      // `faults.set` validates the rules.
      const { faults: rules } = parseJsonObjectBody(body);
      try {
        faults.set(rules as readonly FaultRule[]);
      } catch (error) {
        throw isLedgerError(error) ? prefixErrorPath("faults", error) : error;
      }
      return state();
    },
    "post /faults/restart": () => {
      faults.restart();
      return state();
    },
    "delete /faults": () => {
      faults.clear();
      return createEmptyReply(204);
    },
  };
};

/** Latency profiles in milliseconds. */
const latencyProfilesJson = Object.entries(latencyProfiles).map(([name, { from, to }]) => ({
  name,
  fromMillis: Number(from) / 1000,
  toMillis: Number(to) / 1000,
}));
