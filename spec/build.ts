import { readFile, writeFile } from "node:fs/promises";

import { buildDocuments } from "./documents.ts";

/** Writes next to each YAML document what is shipped of it. A file that is up to date stays, because `npm run check` reads it meanwhile. */
for (const { name, text } of await buildDocuments(readFile)) {
  const file = new URL(name, import.meta.url);
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present !== text) await writeFile(file, text);
}
