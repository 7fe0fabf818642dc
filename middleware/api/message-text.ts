/**
 * A decoded detail of an error as participants of version 3.4 write it into answers: the text that their runtime has for the two
 * messages that they decode, and that there is none for others.
 */
export const messageText = (message: unknown): string => {
  if (!isFields(message)) return unknownMessage;
  const { reason, domain, metadata, retryDelay } = message;
  if (isFields(metadata)) return parts("ErrorInfo", reason, domain, mapText(metadata));
  if (isFields(retryDelay)) return parts("RetryInfo", `Some(${durationText(retryDelay)})`);
  return unknownMessage;
};

const unknownMessage = "Unknown type for decoding";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const durationText = ({ seconds, nanos }: Fields): string => parts("Duration", seconds, nanos);

const mapText = (entries: Fields): string =>
  `Map(${Object.entries(entries)
    .map(([key, value]) => `${key} -> ${String(value)}`)
    .join(", ")})`;

/** Every message ends with what was not recognised of it. */
const parts = (name: string, ...fields: readonly unknown[]): string =>
  `${name}(${[...fields.map(String), "UnknownFieldSet(Map())"].join(",")})`;
