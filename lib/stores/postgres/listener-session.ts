import type { Database, Session } from "./database.ts";
import type { Layout } from "./layout.ts";
import type { Statements } from "./statements.ts";

export interface NotificationHandler {
  onNotify(message: string): void;
  /** Notifications may have been missed: called at intervals, and when the connection was lost. */
  onGap(): void;
}

interface ListenerSessionOptions {
  readonly database: Database;
  readonly statements: Statements;
  readonly layout: Layout;
  readonly handler: NotificationHandler;
  /** Waits before the next attempt to connect. Rejects when the journal is closed. */
  readonly pause: (attempt: number) => Promise<void>;
}

/** Interval of polling, in milliseconds, for notifications that get lost. */
const pollMillis = 2_000;

/**
 * The connection that listens for what other processes write. While it lasts it holds a shared lock, so that no process deletes entries
 * that marks of this one need. Connects again when the connection is lost.
 */
export class ListenerSession {
  readonly #options: ListenerSessionOptions;
  #session: Session | undefined;
  #polling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ListenerSessionOptions) {
    this.#options = options;
  }

  async start(session: Session): Promise<void> {
    await this.#listen(session);
    void this.#keepListening(session);
    this.#polling = setInterval(() => this.#options.handler.onGap(), pollMillis).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#polling);
    await this.#session?.close();
  }

  async #listen(session: Session): Promise<void> {
    const { layout, statements, handler } = this.#options;
    this.#session = session;
    await session.listen(layout.channel, (message) => handler.onNotify(message));
    await session.query(statements.lockOpen, []);
  }

  async #keepListening(first: Session): Promise<void> {
    for (let session: Session | undefined = first; session !== undefined;) {
      await session.ended;
      session = await this.#reconnect();
      if (session !== undefined) this.#options.handler.onGap();
    }
  }

  /** Returns undefined when the journal is closed. */
  async #reconnect(): Promise<Session | undefined> {
    for (let attempt = 0; !this.#isClosed; attempt++) {
      let session: Session | undefined;
      try {
        session = await this.#options.database.session();
        await this.#listen(session);
        if (!this.#hasClosed()) return session;
        await session.close();
      } catch {
        await session?.close().catch(() => undefined);
        await this.#options.pause(attempt).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** The journal may be closed while the session connects. */
  #hasClosed(): boolean {
    return this.#isClosed;
  }
}
