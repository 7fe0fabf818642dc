import type { Database, Row, Session, Statement } from "../../lib/stores/postgres/database.ts";

/** A database, and how many entries of a journal were read of it. */
export class CountingDatabase implements Database {
  readonly #database: Database;
  entriesRead = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const rows = await this.#database.query(statement, values);
    if (rows[0] !== undefined && "entry" in rows[0]) this.entriesRead += rows.length;
    return rows;
  }

  run(script: string): Promise<void> {
    return this.#database.run(script);
  }

  session(): Promise<Session> {
    return this.#database.session();
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
