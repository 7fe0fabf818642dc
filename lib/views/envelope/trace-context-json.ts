import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { TraceContext } from "../../base/model/update.ts";
import { sha256Hasher } from "../../base/values/digest.ts";

/**
 * The trace context that the submitter sent (ledger-api.md 1.7), or one that this ledger created.
 */
export interface TraceContextJson {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

/** Returns the trace id: the second part of `traceparent`. */
export const parseTraceId = ({ traceparent }: TraceContextJson): string | undefined =>
  traceparent.split("-")[1];

/**
 * Returns the trace context of an update or request. If the submitter sent none, derives one from
 * `id`, because a participant assigns a trace to every update and request.
 */
export const createTraceContextJson = (
  context: TraceContext | undefined,
  id: string,
): TraceContextJson => ({
  traceparent: context?.traceparent ?? derivedTraceparent(id),
  tracestate: context?.tracestate ?? null,
});

const derivedTraceparent = (id: string): string => {
  const digits = updateIdPattern.exec(id)?.[1] ?? sha256Hasher.hex(utf8ToBytes(id));
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01`;
};

/** Matches update ids, whose hash can be used as trace id. */
const updateIdPattern = /^1220([0-9a-f]{64})$/;
