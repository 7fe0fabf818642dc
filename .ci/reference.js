// Writes the reference of what programs may import, to .build/reference, from what was built; fails for what is exported and not explained.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Application } from "typedoc";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const entryPoints = Object.values(exports).flatMap(({ types }) => types ?? []);
const tsconfig = join(process.cwd(), ".build", "tsconfig.reference.json");
const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};
const files = entryPoints.map((file) => join(process.cwd(), file));
writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files }));

/** Members have names and types that speak, and comments where these do not. */
const isExplained = (exported) =>
  exported.hasComment() ||
  exported.isReference() ||
  [...(exported.signatures ?? []), ...(exported.type?.declaration?.signatures ?? [])].some(
    (signature) => signature.hasComment(),
  );

const app = await Application.bootstrap({
  name: "ledger-in-a-box",
  entryPoints,
  tsconfig,
  out: ".build/reference",
  readme: "none",
  githubPages: false,
  // Of others, such as Node.
  excludeExternals: true,
  externalPattern: ["**/node_modules/**"],
  externalSymbolLinkMappings: { "@types/node": { "*": "#" } },
  validation: { invalidLink: true, notDocumented: false, notExported: false },
});
const project = await app.convert();
if (project === undefined) throw new Error("The declarations do not compile.");
app.validate(project);
for (const entry of project.children ?? []) {
  for (const exported of entry.children ?? []) {
    if (!isExplained(exported)) {
      app.logger.warn(`${entry.name}: nothing explains ${exported.name}.`);
    }
  }
}
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
