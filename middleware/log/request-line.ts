import type { RequestRecord } from "./request-record.ts";

/**
 * A record as a line of a log, without its end: `POST /v2/commands/submit-and-wait alice 200 3 ms`, and behind that where in the journal of a ledger that is kept it wrote, and how many bytes; then the ids of
 * an error and its cause, or what to note of a request that was answered, and of an operation that is deprecated. A `-` stands where no user is known. Bodies follow in lines of their own, where the
 * record has them.
 */
export const requestLine = (record: RequestRecord): string => {
  const { via, method, path, principal = "-", status, millis } = record;
  const call = `${via === "websocket" ? "WS" : method} ${path} ${principal} ${status}`;
  return [
    [
      `${call} ${millisText(millis)} ms`,
      ...written(record),
      ...ids(record),
      ...cause(record),
      ...note(record),
      ...(record.deprecated === undefined ? [] : [`deprecated: ${record.deprecated}`]),
    ].join(" "),
    ...(record.requestBody === undefined ? [] : [`  > ${record.requestBody}`]),
    ...(record.answerBody === undefined ? [] : [`  < ${record.answerBody}`]),
  ].join("\n");
};

const millisText = (millis: number): string =>
  millis < 10 ? millis.toFixed(1) : millis.toFixed(0);

const written = ({ written: entry }: RequestRecord): readonly string[] =>
  entry === undefined ? [] : [`position=${entry.position}`, `bytes=${entry.bytes}`];

const ids = ({ traceId, correlationId }: RequestRecord): readonly string[] => [
  ...(traceId === undefined ? [] : [`trace=${traceId}`]),
  ...(correlationId === undefined || correlationId === traceId
    ? []
    : [`correlation=${correlationId}`]),
];

const note = ({ note: advice }: RequestRecord): readonly string[] =>
  advice === undefined ? [] : [`note: ${advice}`];

const cause = ({ error }: RequestRecord): readonly string[] => {
  if (error === undefined) return [];
  return [error.code === undefined ? error.cause : `${error.code}: ${error.cause}`];
};
