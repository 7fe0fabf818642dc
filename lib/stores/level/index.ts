export { openLevelStore } from "./open-level-store.ts";
