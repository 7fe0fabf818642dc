/**
 * Records the calls of clients to a participant. A recording can be redacted, replayed
 * (which compares the responses), or used to answer calls.
 */
export type { Comparison, Difference } from "./compare.ts";
export { createMock, type Mock, type MockOptions } from "./mock.ts";
export { readRecording, writeRecording } from "./read-recording.ts";
export {
  createRecorder,
  type Fetch,
  type Recorder,
  type RecorderOptions,
  type StreamOpening,
  type StreamRecorder,
} from "./recorder.ts";
export type {
  RecordedExchange,
  RecordedBody,
  RecordedCall,
  RecordedFrame,
  RecordedStream,
  Recording,
  RecordingHeader,
} from "./recording.ts";
export { redact, type RedactOptions } from "./redact.ts";
export { replay, type ReplayOptions } from "./replay.ts";
export type { PreparedForSigning, ReplayTarget } from "./replay-target.ts";
export type { ReplayedExchange, ReplayReport } from "./report.ts";
export type { Verdict } from "./verdict.ts";
