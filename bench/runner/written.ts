import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Returns the folder for runs and comparisons that are not stored permanently. */
export const resultFolder = (root: string): string => join(root, ".build", "bench");

/** Writes JSON to a file in .build/bench, and prints its path. */
export const writeResultFile = (root: string, name: string, value: object): void => {
  const folder = resultFolder(root);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, formatResultJson(value));
  console.log(`\nWritten to ${relative(process.cwd(), file)}.`);
};

/** Returns JSON in which the samples of a figure are in one line. */
export const formatResultJson = (value: object): string =>
  `${JSON.stringify(value, null, 1).replaceAll(/\[[^[\]{}"]+\]/gu, (numbers) => numbers.replaceAll(/\s+/gu, " "))}\n`;

/** Returns a time in a form that file names allow. */
export const formatTimeForFileName = (date: string): string => date.replaceAll(/[:.]/gu, "-");
