/** The Daml engine: pass `createDamlLoader()` to `createLedger` and upload DARs. */
export type { DarLimits } from "./archive/dar.ts";
export type { DamlEngineLimits } from "./engine/engine.ts";
export { createDamlLoader, type DamlLoader, type DarLoadingOptions } from "./load-dar.ts";
export type { PackageCheckCache } from "./known/package-check-cache.ts";
export { packageDependencies } from "./package-dependencies.ts";
export type { TraceListener } from "./runtime/traces.ts";
