import type { Ledger } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { type Answer, apiClient, type Send } from "../support/api-client.ts";
import { secret } from "../support/tokens.ts";
import { Fault } from "./target.ts";

/** Sends a request and checks the response. */
export type Ask = (...request: Parameters<Send>) => Promise<string>;

/**
 * Returns a function that sends a request to a ledger over HTTP and restores the ledger afterwards. It
 * resolves to the status and the error code, and rejects with a fault for effects that no caller may cause:
 * an internal error, or a rejected request that changed the ledger.
 */
export const asking = (ledger: Ledger, auth: "disabled" | "tokens" = "disabled"): Ask => {
  const defects: Error[] = [];
  const fetch = createFetch(ledger, {
    auth: auth === "disabled" ? "disabled" : { hs256Secret: secret },
    onUnexpectedError: (error) => defects.push(new Fault("a defect", { cause: error })),
  });
  const send = apiClient(fetch, "http://ledger.invalid");
  return async (...request) => {
    const { state } = ledger;
    const before = ledger.snapshot();
    const answer = await send(...request);
    const [defect] = defects.splice(0);
    if (defect !== undefined) throw defect;
    if (answer.status >= 500 && !isUnforeseen(answer)) {
      throw new Fault(`${answer.status} ${answer.text.slice(0, 500)}`);
    }
    if (answer.status >= 400 && updatesIn(ledger) > updatesIn({ state })) {
      throw new Fault(`${answer.status}, and written`);
    }
    if (ledger.state !== state) await ledger.revert(before);
    const { code = "" } = (answer.json ?? {}) as { readonly code?: string };
    return `${answer.status} ${code}`.trim();
  };
};

/** Returns true for the internal errors with which a participant responds, too. */
const isUnforeseen = ({ text }: Answer): boolean =>
  /"context":\{"throwableO":"Some\(|"expected":"/.test(text);

const updatesIn = ({ state }: Pick<Ledger, "state">): number => {
  let count = 0;
  for (const { update } of state.log.values(0)) if (update !== undefined) count++;
  return count;
};
