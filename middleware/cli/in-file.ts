import { isLedgerError, LedgerError } from "../../lib/index.ts";

/** What comes of the content of a file; what refuses it does not know the file, and is raised with its name. */
export const inFile = <Result>(file: string, read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    throw new LedgerError({ ...error.details, cause: `${file}: ${error.details.cause}` });
  }
};
