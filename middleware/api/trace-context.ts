import type { TraceContext } from "../../lib/index.ts";
import type { Headers } from "./api-request.ts";

/** `<version>-<trace id>-<parent id>-<flags>` of W3C Trace Context. */
const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a request belongs to; undefined without a well-formed `traceparent`. */
export const traceContextOf = ({ traceparent, tracestate }: Headers): TraceContext | undefined => {
  if (typeof traceparent !== "string" || !traceparentPattern.test(traceparent)) return undefined;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
};

/** The id of that trace, by which an error can be found. */
export const traceIdOf = ({ traceparent }: Headers): string | undefined =>
  typeof traceparent === "string" ? traceparentPattern.exec(traceparent)?.[1] : undefined;
