import { readFile } from "node:fs/promises";

import { ledgerError } from "../../lib/index.ts";

/** The bytes of a file that was named as a DAR. Raises INVALID_ARGUMENT where no file can be read. */
export const readDar = async (path: string): Promise<Uint8Array> => {
  try {
    return await readFile(path);
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", { cause: whyNot(path, error) });
  }
};

const whyNot = (path: string, error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  switch (code) {
    case "ENOENT":
      return `There is no DAR ${path}.`;
    case "EISDIR":
      return `${path} is a folder, and no DAR.`;
    default:
      return `The DAR ${path} cannot be read: ${code}.`;
  }
};
