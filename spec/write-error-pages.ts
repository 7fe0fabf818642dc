import { readFile, writeFile } from "node:fs/promises";

import { createErrorAdviceJson, createErrorCodesPage, readErrorExplanations } from "./error-pages.ts";

const resolveFileUrl = (path: string): URL => new URL(path, import.meta.url);
const explanationByCode = readErrorExplanations(await readFile(resolveFileUrl("errors.yaml"), "utf8"));
await writeFile(resolveFileUrl("../docs/errors.md"), createErrorCodesPage(explanationByCode));
await writeFile(resolveFileUrl("error-advice.json"), createErrorAdviceJson(explanationByCode));
