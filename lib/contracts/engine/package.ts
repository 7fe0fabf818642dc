import type { ContractEngine } from "./contract-engine.ts";
import type { PackageSignature } from "./package-signature.ts";

/** A package and what runs it. Immutable. */
export interface Package extends PackageSignature {
  /** Runs its choices. Packages of one language may share one engine. */
  readonly engine: ContractEngine;
}
