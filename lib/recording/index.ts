/**
 * Records the calls of clients to a participant. A recording can be redacted, replayed
 * (which compares the responses), or used to answer calls.
 */
export type { ReplayComparison, ReplayDifference } from "./compare.ts";
export {
  createMockFromRecording,
  type RecordingMock,
  type RecordingMockOptions,
} from "./recording-mock.ts";
export { parseRecording, serializeRecording } from "./parse-recording.ts";
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
export { redactRecording, type RedactOptions } from "./redact-recording.ts";
export { replayRecording, type ReplayOptions } from "./replay-recording.ts";
export type { PreparedForSigning, ReplayTarget } from "./replay-target.ts";
export type { ReplayedExchange, ReplayReport } from "./report.ts";
export type { ReplayVerdict } from "./replay-verdict.ts";
