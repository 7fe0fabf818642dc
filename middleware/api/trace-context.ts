import type { Ledger } from "../../lib/index.ts";
import { hexDigestOf } from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { Headers } from "./api-request.ts";

/** `<version>-<trace id>-<parent id>-<flags>` of W3C Trace Context. */
const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** Returns the trace of a request; undefined without a well-formed `traceparent`. */
export const traceContextOf = ({ traceparent, tracestate }: Headers): TraceContext | undefined => {
  if (typeof traceparent !== "string" || !traceparentPattern.test(traceparent)) return undefined;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
};

/**
 * Begins a trace for a request that names none. Equal ledgers give the same requests in the same
 * order the same traces. Computes a hash for the first trace of a ledger only.
 */
export const beginTrace = (ledger: Ledger): TraceContext => {
  let traces = tracesBy.get(ledger);
  if (traces === undefined) {
    const digits = hexDigestOf(new TextEncoder().encode(nameOf(ledger)));
    traces = { trace: digits.slice(0, 24), parent: digits.slice(24, 32), count: 0 };
    tracesBy.set(ledger, traces);
  }
  traces.count += 1;
  const number = traces.count.toString(16).padStart(8, "0");
  return { traceparent: `00-${traces.trace}${number}-${traces.parent}${number}-01` };
};

/** Traces that began at a ledger in this process. */
interface Traces {
  /** Prefix of trace ids. */
  readonly trace: string;
  /** Prefix of parent ids. */
  readonly parent: string;
  count: number;
}

const tracesBy = new WeakMap<Ledger, Traces>();

/**
 * Returns a name of the ledger at its present end; empty for a broken ledger, whose failures get
 * traces, too.
 */
const nameOf = (ledger: Ledger): string => {
  try {
    const { participantId, ledgerEnd } = ledger.state;
    return `${participantId} ${ledgerEnd}`;
  } catch {
    return "";
  }
};

/** Returns the trace id; undefined if there is none. */
export const traceIdOf = ({ traceparent }: TraceContext): string | undefined =>
  traceparentPattern.exec(traceparent ?? "")?.[1];
