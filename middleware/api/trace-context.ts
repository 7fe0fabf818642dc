import { createHash } from "node:crypto";

import type { Ledger } from "../../lib/index.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { Headers } from "./api-request.ts";

/** `<version>-<trace id>-<parent id>-<flags>` of W3C Trace Context. */
const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a request belongs to; undefined without a well-formed `traceparent`. */
export const traceContextOf = ({ traceparent, tracestate }: Headers): TraceContext | undefined => {
  if (typeof traceparent !== "string" || !traceparentPattern.test(traceparent)) return undefined;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
};

/**
 * A trace that begins here, for a request that names none. A ledger that is asked the same in the same
 * order has the same traces, as it has the same ids.
 */
export const beginTrace = (ledger: Ledger): TraceContext => {
  const number = (begun.get(ledger) ?? 0) + 1;
  begun.set(ledger, number);
  const digits = createHash("sha256")
    .update(`${nameOf(ledger)} ${number}`)
    .digest("hex");
  return { traceparent: `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01` };
};

/** Of the ledger as it is now; also of one that is broken, as its failures are to be found, too. */
const nameOf = (ledger: Ledger): string => {
  try {
    const { participantId, ledgerEnd } = ledger.state;
    return `${participantId} ${ledgerEnd}`;
  } catch {
    return "";
  }
};

/** How many traces began at a ledger in this process. */
const begun = new WeakMap<Ledger, number>();

/** By what a trace is found. */
export const traceIdOf = ({ traceparent }: TraceContext): string | undefined =>
  traceparentPattern.exec(traceparent ?? "")?.[1];
