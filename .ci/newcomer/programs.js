import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { preparePage, programsOf } from "../../test/support/pages/prepare-page.ts";
import { runPage } from "../../test/support/pages/run-page.ts";
import { createFreshProject, installed } from "./create-fresh-project.js";

const command = "node_modules/ledger-in-a-box/dist/middleware/cli/main.js";

/** Packages that the programs of the pages import, their types, and a compiler. */
const packages = [
  "@types/chai",
  "@types/express",
  "@types/jsonwebtoken",
  "@types/mocha",
  "@types/ws",
  "chai",
  "express",
  "jsonwebtoken",
  "mocha",
  "typescript",
  Number(process.versions.node.split(".")[0]) < 22 ? "vitest@4.1.12" : "vitest",
];

/** Runs the programs of README and guide with the packed package, in projects of each module type. */
export const runDocumentedPrograms = async ({ folder, tarball, step }) => {
  for (const type of ["module", "commonjs"]) {
    const name = type === "module" ? "ESM" : "CommonJS";
    let pages;
    await step(`programs, ${name}: install and compile`, async () => {
      const path = join(folder, `pages-${type}`);
      const project = await createFreshProject(path, {
        tarball,
        type,
        packages: installed(packages),
      });
      pages = await preparePages(project, type);
    });
    for (const { page, prepared, installation } of pages ?? []) {
      await step(`programs, ${name}: ${page}`, () => runPage(prepared, installation));
    }
  }
};

/** Extracts and compiles the programs of the packaged pages. */
const preparePages = async (project, type) => {
  const root = join(project.path, "node_modules", "ledger-in-a-box");
  const guide = (await readdir(join(root, "docs/guide"))).map((file) => `docs/guide/${file}`);
  const installation = await installationIn(project);
  const pages = [];
  for (const page of ["README.md", ...guide]) {
    const place = join(project.path, page.replaceAll("/", "-").replace(/\.md$/u, ""));
    const prepared = await preparePage(join(root, page), place);
    pages.push({ page, prepared, installation });
    if (type === "module") continue;
    for (const file of programsOf(prepared)) {
      await writeFile(file, withoutAwaitAtTop(await readFile(file, "utf8")));
    }
  }
  await project.write("tsconfig.json", JSON.stringify({ compilerOptions }));
  const { code, output } = await project.run("node_modules/.bin/tsc", ["-p", "."]);
  if (code !== 0) throw new Error(output);
  return pages;
};

/** Types of other packages are not checked; those of this package are checked by `npm run pack:check`. */
const compilerOptions = { module: "node20", target: "es2023", strict: true, skipLibCheck: true };

const installationIn = async ({ path }) => {
  const { resolve } = createRequire(join(path, "main.js"));
  const [core, fixtures] = await Promise.all(
    ["ledger-in-a-box", "ledger-in-a-box/fixtures"].map(
      (name) => import(pathToFileURL(resolve(name)).href),
    ),
  );
  return {
    command: join(path, command),
    extension: ".js",
    hasRunners: true,
    modules: { ...core, ...fixtures },
  };
};

/** CommonJS does not support top-level await, so the code after the imports is put into a function. */
const withoutAwaitAtTop = (program) => {
  if (!/^\S.*\bawait\b/mu.test(program)) return program;
  const imports = /^(?:(?:\/\/.*|import [^;]+;.*)?\n)*/u.exec(program)?.[0] ?? "";
  return `${imports}void (async () => {\n${program.slice(imports.length)}})();\n`;
};
