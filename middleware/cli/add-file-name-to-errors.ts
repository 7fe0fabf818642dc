import { isLedgerError, LedgerError } from "../../lib/index.ts";

/** Returns the result of `read`. Adds the file name to the errors that it raises. */
export const addFileNameToErrors = <Result>(file: string, read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    throw new LedgerError({ ...error.details, cause: `${file}: ${error.details.cause}` });
  }
};
