import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { isJsonNestedTooDeeply } from "./bodies.ts";
import {
  type RecordedBody,
  type RecordedExchange,
  type RecordedFrame,
  type Recording,
  recordingFormatVersion,
  type RecordingHeader,
} from "./recording.ts";

/**
 * Parses a recording. Ignores an incomplete last line, because the recorder may have been stopped
 * while it wrote. Raises INVALID_ARGUMENT with the line number if the text is not a recording.
 */
export const parseRecording = (text: string): Recording => {
  const lines = text.split("\n");
  // Every complete line ends with a line feed, so the last part is empty or incomplete.
  lines.pop();
  const [first, ...others] = lines;
  if (first === undefined) {
    throw recordingLineError(1, "a recording, whose first line is a header", text);
  }
  const header = parseHeader(first);
  const exchanges = others.map((line, index) => parseExchange(line, index + 2));
  return { header, exchanges: exchanges.sort((one, other) => one.id - other.id) };
};

/** Returns the text of a recording in the format that the recorder writes. */
export const serializeRecording = ({ header, exchanges }: Recording): string =>
  [header, ...exchanges].map((line) => `${JSON.stringify(line)}\n`).join("");

const parseHeader = (line: string): RecordingHeader => {
  const json = parseJsonLine(line, 1);
  const { recording, startedAt, version, participantId, offset } = json;
  if (recording !== recordingFormatVersion) {
    throw recordingLineError(1, `a recording of version ${recordingFormatVersion}`, recording);
  }
  return {
    recording,
    startedAt: requireValid(1, startedAt, isTime, "the start time in ISO 8601"),
    version: requireValid(1, version, createOptionalGuard(isText), "the participant's version"),
    participantId: requireValid(
      1,
      participantId,
      createOptionalGuard(isText),
      "the participant's id",
    ),
    offset: requireValid(1, offset, createOptionalGuard(isWhole), "an offset"),
  };
};

const parseExchange = (line: string, number: number): RecordedExchange => {
  const json = parseJsonLine(line, number);
  const { kind, method, status, frames, closed } = json;
  const common = {
    id: requireValid(number, json["id"], isWhole, "the number of an exchange"),
    path: requireValid(number, json["path"], isText, "a path"),
    query: requireValid(number, json["query"], createOptionalGuard(isText), "a query"),
    user: requireValid(number, json["user"], createOptionalGuard(isText), "a user"),
    at: requireValid(number, json["at"], isMillis, "the start time in milliseconds"),
    millis: requireValid(number, json["millis"], isMillis, "the duration in milliseconds"),
    status: requireValid(number, status, isWhole, "the status of the response"),
  };
  if (kind === "call") {
    return {
      kind,
      ...common,
      status: requireValid(
        number,
        status,
        isStatus,
        "the status of the response: 200 to 599, or 0 for none",
      ),
      method: requireValid(number, method, isText, "a method"),
      request: requireValid(number, json["request"], createOptionalGuard(isBody), "a body"),
      answer: requireValid(number, json["answer"], createOptionalGuard(isBody), "a body"),
    };
  }
  if (kind === "stream") {
    return {
      kind,
      ...common,
      frames: requireValid(number, frames, isFrameList, "the messages of a stream"),
      closed: requireValid(
        number,
        closed,
        createOptionalGuard(isClosure),
        "the side that closed the stream, and the close code",
      ),
    };
  }
  throw recordingLineError(number, '"call" or "stream" as its kind', kind);
};

const parseJsonLine = (line: string, number: number): JsonObject => {
  try {
    const json: unknown = JSON.parse(line);
    if (isJsonObject(json) && !isJsonNestedTooDeeply(json)) return json;
  } catch {
    // The error is raised below.
  }
  throw recordingLineError(number, "a JSON object", line);
};

const requireValid = <T>(
  line: number,
  value: unknown,
  is: (value: unknown) => value is T,
  expected: string,
): T => {
  if (is(value)) return value;
  throw recordingLineError(line, expected, value);
};

const recordingLineError = (line: number, expected: string, found: unknown) =>
  createInvalidArgumentError({ field: `line ${line}`, expected, found });

const createOptionalGuard =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is T | undefined =>
    value === undefined || is(value);

const isText = (value: unknown): value is string => typeof value === "string";

const isTime = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** Returns true for 0 and for a status that a mock can return. */
const isStatus = (value: unknown): value is number =>
  isWhole(value) && (value === 0 || (value >= 200 && value < 600));

/** Maximum duration in milliseconds. No recording lasts that long. */
const maxDurationMillis = 100 * 366 * 86_400_000;

const isMillis = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= maxDurationMillis;

const isBody = (value: unknown): value is RecordedBody =>
  isJsonObject(value) &&
  ("json" in value ||
    isText(value["text"]) ||
    isText(value["base64"]) ||
    isWhole(value["omitted"]));

const isFrameList = (value: unknown): value is readonly RecordedFrame[] =>
  Array.isArray(value) && value.every(isFrame);

const isFrame = (value: unknown): value is RecordedFrame =>
  isJsonObject(value) && isSide(value["from"]) && isMillis(value["at"]) && isBody(value["body"]);

const isSide = (value: unknown): boolean => value === "client" || value === "participant";

const isClosure = (
  value: unknown,
): value is { readonly by: "client" | "participant"; readonly code: number } =>
  isJsonObject(value) && isSide(value["by"]) && isWhole(value["code"]);
