import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { TraceContext } from "../../base/model/update.ts";
import { sha256 } from "../../base/values/sha256.ts";

/** The trace context as the submitter sent it (ledger-api.md 1.7), or of a trace that began with it. */
export interface TraceContextJson {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

/** By what the trace is found: the second part of its `traceparent`. */
export const traceIdIn = ({ traceparent }: TraceContextJson): string | undefined =>
  traceparent.split("-")[1];

/**
 * The trace that something was made in. Who names none begins one, which the id of what was made tells:
 * everything on a participant belongs to a trace.
 */
export const traceContextJson = (
  context: TraceContext | undefined,
  id: string,
): TraceContextJson => ({
  traceparent: context?.traceparent ?? traceBegunWith(id),
  tracestate: context?.tracestate ?? null,
});

const traceBegunWith = (id: string): string => {
  const digits = updateIdPattern.exec(id)?.[1] ?? sha256.hex(utf8ToBytes(id));
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01`;
};

/** Ids of updates are hashes already. */
const updateIdPattern = /^1220([0-9a-f]{64})$/;
