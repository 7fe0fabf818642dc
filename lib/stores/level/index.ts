export { removeCopy } from "./remove-copy.ts";
export { type LevelStoreOptions, openLevelStore } from "./open-level-store.ts";
