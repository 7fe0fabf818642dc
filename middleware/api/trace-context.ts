import type { Ledger } from "../../lib/index.ts";
import { computeSha256HexDigest } from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { RequestHeaders } from "./api-request.ts";

/**
 * `<version>-<trace id>-<parent id>-<flags>` of W3C Trace Context. Neither id is all zeros, and no
 * version is ff.
 */
const traceparentPattern =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})/;

/**
 * Returns the trace of a request. It continues the trace that a well-formed `traceparent` names,
 * with a new span. Otherwise a trace begins.
 * On equal ledgers, the same requests in the same order get the same traces. Computes a hash for the
 * first trace of a ledger only.
 */
export const continueOrBeginTrace = (
  { traceparent, tracestate }: RequestHeaders,
  ledger: Ledger,
): TraceContext => {
  const traces = findOrCreateTraceIdCounter(ledger);
  traces.count += 1;
  const number = traces.count.toString(16).padStart(8, "0");
  const [, traceId, flags] =
    typeof traceparent === "string" ? (traceparentPattern.exec(traceparent) ?? []) : [];
  const span = `${traces.parent}${number}`;
  if (traceId === undefined) return { traceparent: `00-${traces.trace}${number}-${span}-01` };
  const continued = { traceparent: `00-${traceId}-${span}-${flags}` };
  return typeof tracestate === "string" ? { ...continued, tracestate } : continued;
};

/** Returns true if the request names a trace to continue. */
export const hasTraceHeader = ({ traceparent }: RequestHeaders): boolean =>
  typeof traceparent === "string" && traceparentPattern.test(traceparent);

/** Begins a trace for a request that names none. */
export const createTraceContext = (ledger: Ledger): TraceContext =>
  continueOrBeginTrace({}, ledger);

const findOrCreateTraceIdCounter = (ledger: Ledger): TraceIdCounter => {
  const known = traceIdCounterByLedger.get(ledger);
  if (known !== undefined) return known;
  const digits = computeSha256HexDigest(new TextEncoder().encode(formatLedgerState(ledger)));
  const traces = { trace: digits.slice(0, 24), parent: digits.slice(24, 32), count: 0 };
  traceIdCounterByLedger.set(ledger, traces);
  return traces;
};

/** Traces that began at a ledger in this process. */
interface TraceIdCounter {
  /** Prefix of trace ids. */
  readonly trace: string;
  /** Prefix of parent ids. */
  readonly parent: string;
  count: number;
}

const traceIdCounterByLedger = new WeakMap<Ledger, TraceIdCounter>();

/**
 * Returns a text that identifies the ledger at its present end; an empty text if the ledger is broken, so
 * that its failures get traces too.
 */
const formatLedgerState = (ledger: Ledger): string => {
  try {
    const { participantId, ledgerEnd } = ledger.state;
    return `${participantId} ${ledgerEnd}`;
  } catch {
    return "";
  }
};

/** Returns the trace id; undefined if there is none. */
export const readTraceId = ({ traceparent }: TraceContext): string | undefined =>
  traceparentPattern.exec(traceparent ?? "")?.[1];
