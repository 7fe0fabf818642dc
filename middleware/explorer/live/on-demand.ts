/** Modules that are loaded on demand: for fixtures, and for programs in TypeScript. */
export const onDemandModules: readonly (() => Promise<unknown>)[] = [
  () => import("../../../fixtures/index.ts"),
  () => import("sucrase"),
];
