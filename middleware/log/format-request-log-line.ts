import type { RequestRecord } from "./request-record.ts";

/**
 * Returns a record as a line of a log, without the line end: `POST /v2/commands/submit-and-wait
 * alice 200 3.1 ms`. These parts follow if present: the position and size of the journal entry, the
 * trace id and the correlation id, the cause of an error, the hint on a successful request, the
 * deprecation notice. A `-` stands for an unknown user. Bodies follow in separate lines.
 */
export const formatRequestLogLine = (record: RequestRecord): string => {
  const { via, method, path, principal = "-", status, millis } = record;
  const call = `${via === "websocket" ? "WS" : method} ${path} ${principal} ${status}`;
  return [
    [
      `${call} ${formatMillis(millis)} ms`,
      ...formatWrittenEntry(record),
      ...formatIds(record),
      ...formatCause(record),
      ...formatNote(record),
      ...(record.deprecated === undefined ? [] : [`deprecated: ${record.deprecated}`]),
    ].join(" "),
    ...(record.requestBody === undefined ? [] : [`  > ${record.requestBody}`]),
    ...(record.answerBody === undefined ? [] : [`  < ${record.answerBody}`]),
  ].join("\n");
};

const formatMillis = (millis: number): string =>
  millis < 10 ? millis.toFixed(1) : millis.toFixed(0);

const formatWrittenEntry = ({ written: entry }: RequestRecord): readonly string[] =>
  entry === undefined ? [] : [`position=${entry.position}`, `bytes=${entry.bytes}`];

const formatIds = ({ traceId, correlationId }: RequestRecord): readonly string[] => [
  ...(traceId === undefined ? [] : [`trace=${traceId}`]),
  ...(correlationId === undefined || correlationId === traceId
    ? []
    : [`correlation=${correlationId}`]),
];

const formatNote = ({ note: advice }: RequestRecord): readonly string[] =>
  advice === undefined ? [] : [`note: ${advice}`];

const formatCause = ({ error }: RequestRecord): readonly string[] => {
  if (error === undefined) return [];
  return [error.code === undefined ? error.cause : `${error.code}: ${error.cause}`];
};
