import { readFile } from "node:fs/promises";

import * as z from "zod";

import { createToolArgumentRefusal } from "./refusal.ts";

/** Returns the arguments `file` and `base64` of a tool that reads a file. */
export const createFileArgumentSchemas = (what: string, end: string) => ({
  file: z
    .string()
    .optional()
    .describe(`Path of a ${what} (${end}) on the machine of this server, from its working folder.`),
  base64: z.string().optional().describe(`Content of the ${what} in base64, instead of a file.`),
});

interface FileArguments {
  readonly file?: string | undefined;
  readonly base64?: string | undefined;
}

/** Returns the bytes of a DAR. Raises INVALID_ARGUMENT if it is not given, or cannot be read. */
export const readDarFromToolArguments = ({
  file,
  base64,
}: FileArguments): Promise<Uint8Array<ArrayBuffer>> => {
  if (base64 !== undefined && file === undefined) return Promise.resolve(decodeBase64(base64));
  if (file !== undefined && base64 === undefined) return readFileWithExtension(file, [".dar"]);
  const problem = file === undefined ? "The DAR is missing." : "There are two DARs.";
  throw createToolArgumentRefusal(problem, "Pass either file or base64.");
};

/** Reads a file with one of the extensions. Raises INVALID_ARGUMENT if that is not possible. */
export const readFileWithExtension = async (
  file: string,
  ends: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> => {
  if (!ends.some((end) => file.toLowerCase().endsWith(end))) {
    throw createToolArgumentRefusal(
      `file: ${file} does not end in ${ends.join(" or ")}.`,
      "Pass the path of a file with this extension.",
    );
  }
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw createToolArgumentRefusal(
      code === "ENOENT"
        ? `file: There is no file ${file} in ${process.cwd()}.`
        : `file: ${file} cannot be read (${code}).`,
      "Pass the path of the file; an absolute path is safest.",
    );
  }
};

const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> => {
  if (/^[A-Za-z\d+/\s]*(?:={1,2}\s*)?$/u.test(base64)) {
    return new Uint8Array(Buffer.from(base64, "base64"));
  }
  throw createToolArgumentRefusal(
    "base64: This is not base64.",
    "Encode the bytes of the file in base64.",
  );
};
