import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Between a client and a server, where connections are cut, or fall silent. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: URL;
  /** Whether the answer to the next statement of the name is lost: it is cut once the server has answered. */
  losesAnswer = false;
  statement = "append";
  /** How many answers were lost. */
  lost = 0;
  /** Called by who falls silent next: nothing comes back on that connection any more, and it does not end. */
  #silenced: (() => void) | undefined;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#join(client));
  }

  /** The connection string of the target, by way of this. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return Object.assign(new URL(this.#target), { hostname: "127.0.0.1", port: String(port) }).href;
  }

  /** Resolves when the connection on which the next statement of the name was asked has fallen silent, in place of giving the answer. */
  silence(): Promise<void> {
    return new Promise((resolve) => (this.#silenced = resolve));
  }

  /** Whoever connects from now on reaches another server. */
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
      if (!isAsked || !this.losesAnswer) return void client.write(bytes);
      this.losesAnswer = false;
      this.lost++;
      client.destroy();
    });
  }
}
