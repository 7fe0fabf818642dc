import { readFile, writeFile } from "node:fs/promises";

import { errorAdvice, errorPage, readExplanations } from "./error-pages.ts";

const resolveFileUrl = (path: string): URL => new URL(path, import.meta.url);
const explanations = readExplanations(await readFile(resolveFileUrl("errors.yaml"), "utf8"));
await writeFile(resolveFileUrl("../docs/errors.md"), errorPage(explanations));
await writeFile(resolveFileUrl("error-advice.json"), errorAdvice(explanations));
