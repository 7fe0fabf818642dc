export * from "../../lib/recording/index.ts";
export { recordProxy, type RecordingProxy, type RecordProxyOptions } from "./recording-proxy.ts";
export { replayOn } from "./replay-on.ts";
