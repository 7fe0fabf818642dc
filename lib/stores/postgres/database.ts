/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** A prepared statement. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Connection {
  query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
}

/** One connection. */
export interface Session extends Connection {
  /** Runs several statements without parameters in one transaction. */
  run(script: string): Promise<void>;
  /** Calls `onNotify` with each later notification of a channel. */
  listen(channel: string, onNotify: (message: string) => void): Promise<void>;
  /** Resolves when the connection ends. Never rejects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * The database operations that a store needs. Queries may run in parallel, each on its own
 * connection.
 */
export interface Database extends Connection {
  /** Opens a connection. Without `hasTimeout`, its statements may wait for locks without limit. */
  openSession(hasTimeout?: boolean): Promise<Session>;
  close(): Promise<void>;
}
