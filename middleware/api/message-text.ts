/**
 * Returns a decoded error detail as text, as participants of version 3.4 write it. They decode only two kinds
 * of messages, and write them in the text form of their runtime. They report other kinds as unknown.
 */
export const formatErrorDetail = (message: unknown): string => {
  if (!isFields(message)) return unknownMessage;
  const { reason, domain, metadata, retryDelay } = message;
  if (isFields(metadata)) return formatMessageParts("ErrorInfo", reason, domain, mapText(metadata));
  if (isFields(retryDelay)) {
    return formatMessageParts("RetryInfo", `Some(${durationText(retryDelay)})`);
  }
  return unknownMessage;
};

const unknownMessage = "Unknown type for decoding";

type MessageFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is MessageFields =>
  typeof value === "object" && value !== null;

const durationText = ({ seconds, nanos }: MessageFields): string =>
  formatMessageParts("Duration", seconds, nanos);

const mapText = (entries: MessageFields): string =>
  `Map(${Object.entries(entries)
    .map(([key, value]) => `${key} -> ${String(value)}`)
    .join(", ")})`;

/** The text form of every message ends with its unknown fields. */
const formatMessageParts = (name: string, ...fields: readonly unknown[]): string =>
  `${name}(${[...fields.map(String), "UnknownFieldSet(Map())"].join(",")})`;
