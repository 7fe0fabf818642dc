import { once } from "node:events";
import { connect } from "node:net";

/** One response, as received over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends `text`, one or more raw requests, and returns everything that the server sends until it closes the
 * connection. The last request should make the server close it.
 */
export const sendRaw = async (baseUrl: string, text: string | Uint8Array): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  socket.write(text);
  await once(socket, "close");
  return received;
};

/** Parses responses, which must have a content length or be chunked. */
export const answersIn = (received: string): readonly RawAnswer[] => {
  const answers: RawAnswer[] = [];
  let rest = received;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(lines.map(field));
    const length = Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    answers.push({ status: Number(first.split(" ")[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
};

const field = (line: string): [name: string, value: string] => {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
};

/** Returns a raw request; by default its last header closes the connection. */
export const rawRequest = (
  line: string,
  headers: readonly string[] = ["Connection: close"],
  body = "",
): string => [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", body].join("\r\n");
