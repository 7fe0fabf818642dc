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

/** One connection, for as long as it lasts. */
export interface Session extends Connection {
  /** Runs several statements without values in one transaction. */
  run(script: string): Promise<void>;
  /** Calls `onNotify` with each notification of a channel from now on. */
  listen(channel: string, onNotify: (message: string) => void): Promise<void>;
  /** Resolves when the connection ends. Never rejects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** What a store needs of a database. Several queries may run at once, each on a connection of its own. */
export interface Database extends Connection {
  /** Opens a connection. Without `hasTimeout` its statements may wait for locks as long as it takes. */
  session(hasTimeout?: boolean): Promise<Session>;
  close(): Promise<void>;
}
