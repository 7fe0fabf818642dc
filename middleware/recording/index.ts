export * from "../../lib/recording/index.ts";
export { recordProxy, type RecordProxy, type RecordProxyOptions } from "./record-proxy.ts";
export { replayOn } from "./replay-on.ts";
