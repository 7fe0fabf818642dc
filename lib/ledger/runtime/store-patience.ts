import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { Patience } from "./serial-queue.ts";

/** All that a job of a ledger waits for is its store. */
export const storePatience = ({ config, time }: Pick<LedgerParts, "config" | "time">): Patience => {
  const millis = config.storeTimeoutMillis;
  const silent = `The store of the ledger has not answered for ${millis} milliseconds`;
  return {
    millis,
    time,
    overdue: () =>
      ledgerError("REQUEST_TIME_OUT", {
        cause: `${silent}. What was asked for may still happen.`,
      }),
    blocked: () =>
      ledgerError("SERVICE_NOT_RUNNING", {
        cause: `${silent}. Nothing is written until it does.`,
        context: { service_name: "store" },
      }),
  };
};
