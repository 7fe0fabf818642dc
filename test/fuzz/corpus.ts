import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "corpus");

/**
 * Returns the stored inputs of a target: inputs that once caused a fault, or that reach code which the seeds
 * do not reach.
 */
export const corpusOf = (target: string): readonly Uint8Array[] => {
  const files = join(folder, target);
  if (!existsSync(files)) return [];
  return readdirSync(files)
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(files, name))));
};

/** Stores the input under the beginning of its hash. Returns the file. */
export const addToCorpus = (target: string, input: Uint8Array): string => {
  const files = join(folder, target);
  mkdirSync(files, { recursive: true });
  const name = createHash("sha256").update(input).digest("hex").slice(0, 16);
  const file = join(files, name);
  writeFileSync(file, input);
  return file;
};
