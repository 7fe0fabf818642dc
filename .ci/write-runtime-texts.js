// Writes what generated code is made with into the generator, as text; a test compares both.
import { readFileSync, writeFileSync } from "node:fs";

const folder = "lib/codegen/runtime";
const textOf = (name) => JSON.stringify(readFileSync(`${folder}/${name}.ts`, "utf8"));
const lines = ["contracts", "schemas"].map(
  (name) => `export const ${name}Text =\n  ${textOf(name)};\n`,
);
writeFileSync(
  "lib/codegen/runtime-texts.ts",
  `// Written by .ci/write-runtime-texts.js from lib/codegen/runtime.\n\n${lines.join("\n")}`,
);
