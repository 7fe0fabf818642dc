import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy between a client and a server that can cut connections, or stop their data. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: URL;
  /**
   * If true, the response to the next statement that is named {@link statement} is lost: the proxy
   * cuts the connection after the server has responded.
   */
  losesNextResponse = false;
  /** Name of the statement whose response is lost or withheld. */
  statement = "append";
  /** Number of lost responses. */
  lostResponses = 0;
  /** Called when a connection becomes silent, that is, delivers no more data and does not end. */
  #silenced: (() => void) | undefined;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#join(client));
  }

  /** Starts the proxy and returns the connection string for it. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return Object.assign(new URL(this.#target), { hostname: "127.0.0.1", port: String(port) }).href;
  }

  /**
   * Withholds the response to the next statement that is named {@link statement}, and all later
   * responses on its connection, which stays open. Resolves when the proxy withholds the first
   * response.
   */
  silence(): Promise<void> {
    return new Promise((resolve) => (this.#silenced = resolve));
  }

  /** Connects future connections to another server. */
  redirect(target: string): void {
    this.#target = new URL(target);
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, "close");
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port || "5432"), this.#target.hostname);
    let isAsked = false;
    let isSilent = false;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        if (!isSilent || socket === client) other.destroy();
      });
    }
    client.on("data", (bytes) => {
      isAsked = bytes.includes(`ledger-in-a-box ${this.statement}`);
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (isAsked && this.#silenced !== undefined) {
        isSilent = true;
        this.#silenced();
        this.#silenced = undefined;
      }
      if (isSilent) return;
      if (!isAsked || !this.losesNextResponse) return void client.write(bytes);
      this.losesNextResponse = false;
      this.lostResponses++;
      client.destroy();
    });
  }
}
