/** As a driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement that is the same each time, but for its values. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Whether it may wait, or work, for longer than a database takes that does not answer any more. */
  readonly lasts?: boolean;
}

export interface Connection {
  query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without values, in one transaction. */
  run(script: string): Promise<void>;
}

/** One connection, for as long as it lasts. */
export interface Session extends Connection {
  /** Hears what is told on a channel from now on. */
  listen(channel: string, hear: (message: string) => void): Promise<void>;
  /** Ends when the connection does. Never rejects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** What a store asks of a database. Several queries may be asked at once; each takes a connection of its own. */
export interface Database extends Connection {
  session(): Promise<Session>;
  close(): Promise<void>;
}
