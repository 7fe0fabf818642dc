import type { TraceContext } from "./update.ts";

/** Data of a request other than its body. */
export interface RequestMetadata {
  readonly traceContext?: TraceContext;
}
