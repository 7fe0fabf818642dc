import { isLedgerError, LedgerError } from "../../lib/index.ts";

/** Resolves to the result of `read`. Adds the file name to the errors that it raises. */
export const addFileNameToErrors = async <Result>(
  file: string,
  read: () => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    throw new LedgerError({ ...error.details, cause: `${file}: ${error.details.cause}` });
  }
};
