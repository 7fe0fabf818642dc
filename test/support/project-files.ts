import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Folders with texts about the project: sources with comments, and documents. */
const folders = [
  ".ci",
  ".github",
  "bench",
  "docs",
  "examples",
  "fixtures",
  "lib",
  "middleware",
  "spec",
  "test",
];
const written = /\.(?:js|mjs|md|tsx?|ya?ml)$/u;

/** Returns the paths of all sources and documents of the project. */
export const projectFiles = (): readonly string[] => [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => written.test(file) && !file.includes("node_modules"))
      .map((file) => `${folder}/${file}`)
      .sort(),
  ),
];

/** Returns the text of a file of the project. */
export const projectText = (file: string): string => readFileSync(join(root, file), "utf8");

/** Returns true if the project has the file or folder. */
export const isInProject = (path: string): boolean => existsSync(join(root, path));

/** Returns the headings of a document. */
export const headingsOf = (document: string): readonly string[] =>
  [...projectText(document).matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = ""]) => heading);
