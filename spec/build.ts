import { readFile, writeFile } from "node:fs/promises";

import { buildDocuments } from "./documents.ts";

/** Writes next to each YAML document what is shipped of it. */
for (const { name, text } of await buildDocuments(readFile)) {
  await writeFile(new URL(name, import.meta.url), text);
}
