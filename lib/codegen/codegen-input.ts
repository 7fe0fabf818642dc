import type { Package } from "../contracts/engine/package.ts";

/** Packages to generate TypeScript for. */
export interface CodegenInput {
  /** Packages whose definitions are all generated. */
  readonly mains: readonly Package[];
  /**
   * Dependencies of the main packages; only the definitions that the main packages need are generated. May
   * include the main packages.
   */
  readonly packages: readonly Package[];
}
