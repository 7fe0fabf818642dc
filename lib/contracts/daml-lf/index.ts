/** The Daml engine: give `createDamlLoader()` to `createLedger` and upload DARs. */
export { createDamlLoader, type DamlLoader, type DamlOptions } from "./load-dar.ts";
export type { TraceListener } from "./runtime/traces.ts";
