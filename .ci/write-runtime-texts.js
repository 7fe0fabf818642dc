// Embeds the runtime code of generated files into the generator: the TypeScript source, and JavaScript with
// declarations. A test compares them.
import { readFileSync, writeFileSync } from "node:fs";

import { format, resolveConfig } from "prettier";
import ts from "typescript";

const folder = "lib/codegen/runtime";
const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  isolatedDeclarations: true,
  declaration: true,
};

const style = await resolveConfig("lib/codegen/generate.ts");
const formatted = (text) => format(text, { ...style, parser: "typescript" });

const formsOf = async (name) => {
  const source = readFileSync(`${folder}/${name}.ts`, "utf8");
  const options = { compilerOptions, fileName: `${name}.ts` };
  return {
    ts: source,
    js: await formatted(ts.transpileModule(source, options).outputText),
    "d.ts": await formatted(ts.transpileDeclaration(source, options).outputText),
  };
};

/** Writes a text with one line per line, so that diffs are readable. */
const quoted = (text) => `\`${text.replaceAll(/[\\`]|\$(?=\{)/gu, "\\$&")}\``;

const textOf = async (name) => {
  const forms = Object.entries(await formsOf(name)).map(
    ([form, text]) => `  ${form === "d.ts" ? '"d.ts"' : form}: ${quoted(text)},\n`,
  );
  return `export const ${name}RuntimeSource: RuntimeSource = {\n${forms.join("")}};\n`;
};

const head = `// Written by .ci/write-runtime-texts.js from ${folder}.

/** The runtime code of generated files: as TypeScript, and as JavaScript with declarations. */
export interface RuntimeSource {
  readonly ts: string;
  readonly js: string;
  readonly "d.ts": string;
}
`;

const texts = await Promise.all(["contracts", "schemas"].map(textOf));
writeFileSync("lib/codegen/runtime-texts.ts", [head, ...texts].join("\n"));
