/** The Daml engine: pass `createDamlLoader()` to `createLedger` and upload DARs. */
export type { DarLimits } from "./archive/dar.ts";
export type { DamlEngineLimits } from "./engine/engine.ts";
export { createDamlLoader, type DamlLoader, type DamlOptions } from "./load-dar.ts";
export type { PassedChecks } from "./known/passed-checks.ts";
export { packageDependencies } from "./package-dependencies.ts";
export type { TraceListener } from "./runtime/traces.ts";
