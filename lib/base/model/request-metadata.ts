import type { TraceContext } from "./update.ts";

/** What comes with a request besides its body. */
export interface RequestMetadata {
  readonly traceContext?: TraceContext;
}
