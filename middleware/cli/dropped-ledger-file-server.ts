import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";

import type { Ledger } from "../../lib/index.ts";
import type { InspectedTest } from "../explorer/inspected-test.ts";

/** A ledger that is served at its own path until it is closed. */
interface OpenedFile {
  readonly app: RequestListener;
  readonly close: () => Promise<void>;
}

/** Serves a ledger below a path. */
type LedgerServeFunction = (opened: {
  readonly ledger: Ledger;
  readonly mount: string;
  readonly test: InspectedTest | undefined;
}) => Pick<OpenedFile, "app"> & { readonly close: () => void };

/**
 * Maximum number of opened files. The oldest is closed for a new one, because each may need much
 * memory.
 */
const maxOpened = 4;

/** Path below which opened files are served. */
export const openedFilesUrlPath = "/opened";

/** Serves the ledgers of files that were dropped onto the explorer, each at a random path. */
export class DroppedLedgerFileServer {
  readonly #serve: LedgerServeFunction;
  readonly #opened = new Map<string, OpenedFile>();

  constructor(serve: LedgerServeFunction) {
    this.#serve = serve;
  }

  /**
   * Opens a file and returns the path of its page, with a trailing slash. Rejects with
   * INVALID_ARGUMENT if it contains no ledger.
   */
  async open(text: string): Promise<string> {
    const { openLedgerFileWithBuiltInPackages } = await import("./open-file.ts");
    const { ledger, test } = await openLedgerFileWithBuiltInPackages(text);
    const [first] = this.#opened.keys();
    if (first !== undefined && this.#opened.size >= maxOpened) await this.#close(first);
    const id = randomUUID();
    const mount = `${openedFilesUrlPath}/${id}`;
    const { app, close } = this.#serve({ ledger, mount, test });
    this.#opened.set(id, {
      app,
      close: async () => {
        close();
        await ledger.close();
      },
    });
    return `${mount}/`;
  }

  findListener(id: string): RequestListener | undefined {
    return this.#opened.get(id)?.app;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((id) => this.#close(id)));
  }

  async #close(id: string): Promise<void> {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    await opened?.close();
  }
}
