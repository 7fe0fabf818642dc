import { readFileSync } from "node:fs";

import { ledgerError } from "../../lib/index.ts";
import { explainUnreadableFile } from "./explain-unreadable-file.ts";

/**
 * Returns the token in a file. Call it for each request, because the file may be renewed. Raises
 * INVALID_ARGUMENT if the file cannot be read or is empty.
 */
export const readTokenFile = (file: string): string => {
  let token: string;
  try {
    token = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", { cause: explainUnreadableFile("token", file, error) });
  }
  if (token === "") {
    throw ledgerError("INVALID_ARGUMENT", { cause: `The token file ${file} is empty.` });
  }
  return token;
};
