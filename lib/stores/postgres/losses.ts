/**
 * Whether it is the connection that failed, and not what was asked: then nobody knows whether that was done. A server that shuts down or
 * begins, has no connection left, or only reads, as one that is to take another's place, is not there yet.
 */
export const isConnectionLoss = (error: unknown): boolean => {
  const code = sqlStateOf(error);
  return code === undefined || passing.has(code) || code.startsWith("08");
};

/** Where nothing was asked, as there was no connection to ask on. */
const unasked = new WeakSet<Error>();

/** Rejects with the error of a connection that could not be made. */
export const asUnasked = (error: unknown): never => {
  if (error instanceof Error) unasked.add(error);
  throw error;
};

/** Whether what was asked may have been done although the connection failed: it was asked, and the server has not said that it did not. */
export const mayBeDone = (error: unknown): boolean => {
  const code = sqlStateOf(error);
  if (code !== undefined) return isConnectionLoss(error) && !undone.has(code);
  return !(error instanceof Error && unasked.has(error));
};

/** What the server calls it, five characters; undefined where it does not come from the server. */
export const sqlStateOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
};

const passing = new Set([
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

/** Those of {@link passing} with which the server says that it has not done it. */
const undone = new Set(["57P03", "53300", "25006", "40001", "40P01"]);
