import type { ContractEngine } from "./contract-engine.ts";
import type { PackageSignature } from "./package-signature.ts";

/** A package signature with the engine that runs the package. Immutable. */
export interface Package extends PackageSignature {
  /** Runs the choices. Packages of one language may share one engine. */
  readonly engine: ContractEngine;
}
