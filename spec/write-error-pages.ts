import { mkdir, readFile, rm, writeFile } from "node:fs/promises";

import { errorPages, readExplanations } from "./error-pages.ts";

const folder = new URL("../docs/errors/", import.meta.url);
const yaml = await readFile(new URL("errors.yaml", import.meta.url), "utf8");

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, text] of errorPages(readExplanations(yaml))) {
  await writeFile(new URL(name, folder), text);
}
