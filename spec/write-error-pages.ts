import { readFile, writeFile } from "node:fs/promises";

import { errorAdvice, errorPage, readExplanations } from "./error-pages.ts";

const at = (path: string): URL => new URL(path, import.meta.url);
const explanations = readExplanations(await readFile(at("errors.yaml"), "utf8"));
await writeFile(at("../docs/errors.md"), errorPage(explanations));
await writeFile(at("error-advice.json"), errorAdvice(explanations));
