import type { Package } from "../contracts/engine/package.ts";

/** Packages to generate TypeScript of. */
export interface CodegenInput {
  /** All of these are generated. */
  readonly mains: readonly Package[];
  /** What they depend on, of which as much is generated as they need; may have the mains as well. */
  readonly packages: readonly Package[];
}
