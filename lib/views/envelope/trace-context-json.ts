import type { TraceContext } from "../../ground/model/update.ts";

/** The trace context as the submitter sent it (ledger-api.md 1.7). */
export interface TraceContextJson {
  readonly traceparent: string | null;
  readonly tracestate: string | null;
}

/** By what the trace is found: the second part of its `traceparent`. */
export const traceIdIn = (context: TraceContext | undefined): string | undefined =>
  context?.traceparent?.split("-")[1];

/** Null when there is none. */
export const traceContextJson = (context: TraceContext | undefined): TraceContextJson | null =>
  context === undefined
    ? null
    : { traceparent: context.traceparent ?? null, tracestate: context.tracestate ?? null };
