import type { Database, Session } from "./database.ts";
import type { Layout } from "./layout.ts";
import type { Statements } from "./statements.ts";

/** Hears what is told of a journal, and that nothing was heard for a while. */
export interface Attendant {
  told(message: string): void;
  missed(): void;
}

interface AttendanceParts {
  readonly database: Database;
  readonly statements: Statements;
  readonly layout: Layout;
  readonly attendant: Attendant;
  /** Rejects when it is over. */
  readonly pause: (attempt: number) => Promise<void>;
}

/**
 * The connection by which a process has a journal open: it hears what the others write, and what no journal has
 * any more is not deleted while it is there. It is made again whenever it is lost.
 */
export class Attendance {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #layout: Layout;
  readonly #attendant: Attendant;
  readonly #pause: (attempt: number) => Promise<void>;
  /** The newest, which may wait for its place yet. */
  #session: Session | undefined;
  /** The one that has its place. */
  #attached: Session | undefined;
  #isOver = false;

  constructor({ database, statements, layout, attendant, pause }: AttendanceParts) {
    this.#database = database;
    this.#statements = statements;
    this.#layout = layout;
    this.#attendant = attendant;
    this.#pause = pause;
  }

  /** Rejects with what the database says. */
  async begin(session: Session): Promise<void> {
    await this.#attend(session);
    void this.#stay(session);
  }

  /**
   * Whether it still has a connection is seen by who asks; and what was told may not have been read when it was, or not have been heard. One that
   * waits for its place answers nothing before it has that.
   */
  async look(): Promise<void> {
    const session = this.#attached;
    try {
      await session?.query(this.#statements.isAlive, []);
    } catch {
      session?.close().catch(() => undefined);
    }
    if (!this.#isOver) this.#attendant.missed();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#session?.close();
  }

  /** It may end while something is waited for. */
  #hasEnded(): boolean {
    return this.#isOver;
  }

  async #attend(session: Session): Promise<void> {
    this.#session = session;
    await session.listen(this.#layout.channel, (message) => this.#attendant.told(message));
    await session.query(this.#statements.attach, []);
    this.#attached = session;
  }

  async #stay(first: Session): Promise<void> {
    for (let session = first; !this.#isOver;) {
      await session.ended;
      this.#attached = undefined;
      const next = await this.#again().catch(() => undefined);
      if (next === undefined) return;
      session = next;
      this.#attendant.missed();
    }
  }

  async #again(): Promise<Session | undefined> {
    for (let attempt = 0; !this.#isOver; attempt++) {
      let session: Session | undefined;
      try {
        session = await this.#database.session();
        if (!this.#hasEnded()) await this.#attend(session);
        if (!this.#hasEnded()) return session;
        await session.close();
        return undefined;
      } catch {
        await session?.close().catch(() => undefined);
        await this.#pause(attempt);
      }
    }
    return undefined;
  }
}
