import type { DatabaseSession, PostgresDatabase } from "./database.ts";
import type { SqlObjectNames } from "./layout.ts";
import type { StatementByName } from "./statements.ts";

export interface NotificationHandler {
  onNotify(message: string): void;
  /** Called when notifications may have been missed: at intervals, and after a lost connection. */
  onGap(): void;
}

interface ListenerSessionOptions {
  readonly database: PostgresDatabase;
  readonly statements: StatementByName;
  readonly layout: SqlObjectNames;
  readonly handler: NotificationHandler;
  /** Waits before the next attempt to connect. Rejects when the journal is closed. */
  readonly pause: (attempt: number) => Promise<void>;
}

/** Polling interval, in milliseconds, in case notifications get lost. */
const pollMillis = 2_000;

/**
 * The connection that listens for writes of other processes. While it is open it holds a shared
 * lock, so that no process deletes entries that this process may restore. Reconnects if the
 * connection is lost.
 */
export class ListenerSession {
  readonly #options: ListenerSessionOptions;
  #session: DatabaseSession | undefined;
  #polling: NodeJS.Timeout | undefined;
  /** Number of failed attempts to connect since the last connection. */
  #failures = 0;
  #isClosed = false;

  constructor(options: ListenerSessionOptions) {
    this.#options = options;
  }

  async start(session: DatabaseSession): Promise<void> {
    await this.#startListening(session);
    void this.#keepListening(session);
    this.#polling = setInterval(() => this.#options.handler.onGap(), pollMillis).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#polling);
    await this.#session?.close();
  }

  async #startListening(session: DatabaseSession): Promise<void> {
    const { layout, statements, handler } = this.#options;
    this.#session = session;
    await session.listen(layout.channel, (message) => handler.onNotify(message));
    await session.query(statements.lockOpen, []);
  }

  /** Connects again whenever the connection ends, until the journal is closed. */
  async #keepListening(first: DatabaseSession): Promise<void> {
    const { database, handler, pause } = this.#options;
    const isClosed = (): boolean => this.#isClosed;
    let session: DatabaseSession | undefined = first;
    for (;;) {
      await session?.ended;
      if (isClosed()) return;
      try {
        session = await database.openSession();
        await this.#startListening(session);
        handler.onGap();
        this.#failures = 0;
      } catch {
        await session?.close().catch(() => undefined);
        session = undefined;
        await pause(this.#failures++).catch(() => undefined);
      }
      if (isClosed()) await session?.close();
    }
  }
}
