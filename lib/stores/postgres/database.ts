/** A row as the driver returns it. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A prepared statement. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

export interface DatabaseConnection {
  query(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly DatabaseRow[]>;
}

/** One connection. */
export interface DatabaseSession extends DatabaseConnection {
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
export interface PostgresDatabase extends DatabaseConnection {
  /** Opens a connection. Without `hasTimeout`, its statements may wait for locks without limit. */
  openSession(hasTimeout?: boolean): Promise<DatabaseSession>;
  close(): Promise<void>;
}
