/**
 * Returns true if the statement can be retried, on another connection: the connection failed, the
 * server cannot serve at present (it starts, stops, has no free connection or is a standby), or the
 * statement conflicted with another one.
 */
export const isConnectionError = (error: unknown): boolean => {
  const code = getSqlState(error);
  return code === undefined || transientSqlStates.has(code) || code.startsWith("08");
};

/**
 * Returns true if the server cancelled the statement, by a timeout or on request: it has no effect.
 */
export const isCancelled = (error: unknown): boolean => getSqlState(error) === "57014";

/** Returns the SQLSTATE of an error from the server; undefined for other errors. */
export const getSqlState = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
};

const transientSqlStates = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "25P03", // idle_in_transaction_session_timeout
  "53300", // too_many_connections
  "25006", // read_only_sql_transaction
  "40001", // serialization_failure
  "40P01", // deadlock_detected
]);
