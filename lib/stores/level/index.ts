export { type LevelStoreOptions, openLevelStore } from "./open-level-store.ts";
