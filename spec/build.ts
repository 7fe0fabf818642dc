import { readFile, writeFile } from "node:fs/promises";

import { buildApiDocuments } from "./documents.ts";

/**
 * Writes the JSON files that are derived from each YAML document. An unchanged file is not written, because
 * `npm run check` reads it at the same time.
 */
for (const { name, text } of await buildApiDocuments(readFile)) {
  const file = new URL(name, import.meta.url);
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present !== text) await writeFile(file, text);
}
