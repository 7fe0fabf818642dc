import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Where runs and comparisons are written that nobody has asked to keep. */
export const builtFolder = (root: string): string => join(root, ".build", "bench");

/** Writes JSON to a file of .build/bench, and tells where. */
export const writeBuilt = (root: string, name: string, value: object): void => {
  const folder = builtFolder(root);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, jsonText(value));
  console.log(`\nWritten to ${relative(process.cwd(), file)}.`);
};

/** Samples stand in one line. */
export const jsonText = (value: object): string =>
  `${JSON.stringify(value, null, 1).replaceAll(/\[[^[\]{}"]+\]/gu, (numbers) => numbers.replaceAll(/\s+/gu, " "))}\n`;

/** Of a time, as files may be named. */
export const fileNameOf = (date: string): string => date.replaceAll(/[:.]/gu, "-");
