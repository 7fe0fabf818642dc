import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

/** A server in a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

/** The cost of one round of requests. */
export interface HttpLoadCost {
  readonly perSecond: number;
  /** Processor time of the server per request, in microseconds. */
  readonly microsPerRequest: number;
}

/**
 * Starts a server that sends its URL, or prints it after "Ledger API", and answers every message with its
 * processor time in microseconds.
 */
export const startServerProcess = async (
  file: string,
  args: readonly string[],
  imports: readonly string[],
): Promise<ServerProcess> => {
  const child = fork(file, args, {
    execArgv: imports.flatMap((name) => ["--import", name]),
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const url = await new Promise<string>((resolve) => {
    child.once("message", (sent) => {
      if (typeof sent === "string") resolve(sent);
    });
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const [, found] = /Ledger API +(http:\/\/\S+)/u.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, port: Number(new URL(url).port) };
};

/** Preloaded into a server that does not report its processor time itself. */
const cpuTimeReporterCode = `
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.on("disconnect", () => process.exit());
`;

/** Starts the command line's server of a build, without authorization and without a log. */
export const startServerOfBuild = (root: string): Promise<ServerProcess> =>
  startServerProcess(
    join(root, "dist", "middleware", "cli", "main.js"),
    ["--port", "0", "--auth", "disabled", "--quiet"],
    [`data:text/javascript,${encodeURIComponent(cpuTimeReporterCode)}`],
  );

const readProcessorTime = async ({ child }: ServerProcess): Promise<number> => {
  child.send({});
  const [micros] = (await once(child, "message")) as [number];
  return micros;
};

/** Client connections that need little processor time, so that the server is measured. */
export class LoadClients {
  readonly #connections: readonly KeepAliveConnection[];
  readonly #server: ServerProcess;

  private constructor(server: ServerProcess, connections: readonly KeepAliveConnection[]) {
    this.#server = server;
    this.#connections = connections;
  }

  static async connect(server: ServerProcess, count: number): Promise<LoadClients> {
    const connections = Array.from({ length: count }, () => KeepAliveConnection.open(server.port));
    return new LoadClients(server, await Promise.all(connections));
  }

  /** Posts `count` bodies, one at a time on each connection. */
  async load(path: string, count: number, bodyOf: () => string): Promise<HttpLoadCost> {
    const cpu = await readProcessorTime(this.#server);
    const begin = performance.now();
    let left = count;
    const work = async (connection: KeepAliveConnection): Promise<void> => {
      while (left-- > 0) await connection.post(path, bodyOf());
    };
    await Promise.all(this.#connections.map(work));
    const millis = performance.now() - begin;
    const micros = (await readProcessorTime(this.#server)) - cpu;
    return { perSecond: (count * 1_000) / millis, microsPerRequest: micros / count };
  }

  /** Returns the durations of `count` requests on the first connection, in milliseconds. */
  async measureLatencies(
    path: string,
    count: number,
    bodyOf: () => string,
  ): Promise<readonly number[]> {
    const [connection] = this.#connections;
    const all: number[] = [];
    for (let each = 0; each < count; each++) {
      const body = bodyOf();
      const begin = performance.now();
      await connection?.post(path, body);
      all.push(performance.now() - begin);
    }
    return all;
  }

  /** Posts one body and returns the answer. */
  async post(path: string, body: string): Promise<string> {
    return (await this.#connections[0]?.post(path, body)) ?? "";
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#server.child.kill();
  }
}

const httpHeadEnd = "\r\n\r\n";

/**
 * One keep-alive connection, which is opened again after the server has closed it because it was idle.
 * It supports only answers with a Content-Length.
 */
class KeepAliveConnection {
  readonly #port: number;
  #socket: Socket;
  #received = "";
  #answered: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.#socket = this.#connectSocket();
  }

  static async open(port: number): Promise<KeepAliveConnection> {
    const connection = new KeepAliveConnection(port);
    await once(connection.#socket, "connect");
    return connection;
  }

  #connectSocket(): Socket {
    const socket = connect(this.#port, "127.0.0.1");
    socket.setNoDelay(true);
    // Lengths are in bytes, so decode one character per byte.
    socket.setEncoding("latin1").on("data", (text: string) => this.#receiveText(text));
    socket.on("error", (error) => this.#answered?.reject(error));
    return socket;
  }

  /** Rejects for an answer with another status than 200. */
  post(path: string, body: string): Promise<string> {
    const length = Buffer.byteLength(body);
    if (!this.#socket.writable) this.#socket = this.#connectSocket();
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receiveText(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf(httpHeadEnd);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/iu.exec(head)?.[1]);
    const body = this.#received.slice(end + httpHeadEnd.length);
    if (body.length < length) return;
    this.#received = "";
    if (head.startsWith("HTTP/1.1 200")) this.#answered?.resolve(body);
    else this.#answered?.reject(new TypeError(`${head}\n${body}`));
  }
}
