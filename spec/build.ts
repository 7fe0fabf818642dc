import { readFile, writeFile } from "node:fs/promises";

import { buildDocuments } from "./documents.ts";

/** Writes next to each YAML document what is shipped of it. */
for (const { name, published, decoding } of await buildDocuments(readFile)) {
  await writeFile(new URL(`${name}.json`, import.meta.url), published);
  await writeFile(new URL(`${name}.decoding.json`, import.meta.url), decoding);
}
