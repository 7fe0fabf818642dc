import { once } from "node:events";
import { connect } from "node:net";

/** One answer, as it came over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What a server sends to one connection until it closes it. `text` are the requests as they are on the
 * wire; the last one should make the server close.
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

/** The answers in what a server sent; they must tell their length or be chunked. */
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

/** A request as it is on the wire; its last header line closes the connection unless told otherwise. */
export const rawRequest = (
  line: string,
  headers: readonly string[] = ["Connection: close"],
  body = "",
): string => [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", body].join("\r\n");
