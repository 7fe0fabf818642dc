import { Duplex } from "node:stream";

interface Held {
  readonly chunk: Buffer;
  readonly written: (error?: Error) => void;
}

/**
 * A connection within the process. Data that the server writes is delivered only by `carry`, so a client can
 * be arbitrarily slow.
 */
export class Wire {
  readonly client: Duplex;
  readonly server: Duplex;
  #held: Held[] = [];
  #heldBytes = 0;

  constructor() {
    this.client = new Duplex({
      read: nothing,
      write: (chunk: Buffer, _, written) => {
        if (!this.server.destroyed) this.server.push(chunk);
        written();
      },
      final: (done) => {
        if (!this.server.destroyed) this.server.push(null);
        done();
      },
      destroy: (error, done) => {
        this.cut();
        done(error);
      },
    });
    this.server = new Duplex({
      read: nothing,
      write: (chunk: Buffer, _, written) => {
        this.#held.push({ chunk, written });
        this.#heldBytes += chunk.byteLength;
      },
      final: (done) => {
        this.#held.push({ chunk: Buffer.alloc(0), written: () => this.#end() });
        done();
      },
      destroy: (error, done) => {
        this.#end();
        done(error);
        this.#lose();
      },
    });
    for (const end of [this.client, this.server]) end.on("error", nothing);
  }

  /** Number of bytes that the server has written and the client has not read. */
  get heldBytes(): number {
    return this.#heldBytes + this.server.writableLength;
  }

  /** Delivers some of the pending chunks, or all. */
  carry(chunks = Infinity): void {
    for (let count = 0; count < chunks; count++) {
      const held = this.#held.shift();
      if (held === undefined) return;
      this.#heldBytes -= held.chunk.byteLength;
      if (held.chunk.byteLength > 0 && !this.client.destroyed) this.client.push(held.chunk);
      held.written();
    }
  }

  /** Cuts the connection; neither end is notified in advance. */
  cut(): void {
    this.server.destroy();
    this.client.destroy();
  }

  /** Reports an error to the writer of undelivered data, like a socket of the system. */
  #lose(): void {
    const lost = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const { written } of lost) written(new Error("The connection was cut."));
  }

  #end(): void {
    if (!this.client.destroyed && !this.client.readableEnded) this.client.push(null);
  }
}

const nothing = (): void => undefined;
