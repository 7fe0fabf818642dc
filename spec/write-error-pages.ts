import { readFile, writeFile } from "node:fs/promises";

import { errorPage, readExplanations } from "./error-pages.ts";

const yaml = await readFile(new URL("errors.yaml", import.meta.url), "utf8");
await writeFile(new URL("../docs/errors.md", import.meta.url), errorPage(readExplanations(yaml)));
