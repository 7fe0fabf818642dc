// Runs the command line from its sources; see docs/decisions/0004-bundled-package.md.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { nodeProgram } from "./bundling.js";

const root = join(import.meta.dirname, "..");
const source = join(root, "middleware", "cli", "main.ts");

/** Loaded by the first who needs it. */
const late = new Set(["jiti"]);

/** What the bundle will import, loaded while esbuild works: it has a process of its own. */
const loadDependencies = async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const needed = Object.keys(dependencies).filter(
    (name) => !name.startsWith("@types/") && !late.has(name),
  );
  await Promise.all(needed.map((name) => import(name)));
};

/** Bundled anew at every start, a matter of a third of a second: nothing is ever out of date. */
const bundled = async () => {
  const { build, stop } = await import("esbuild");
  const { buildExplorerPage } = await import("./explorer-page.js");
  const page = buildExplorerPage(join(root, "dist", "explorer"));
  const file = join(root, ".build", "start", "main.js");
  const { outputFiles } = await build({
    entryPoints: [source],
    ...nodeProgram,
    write: false,
    logLevel: "warning",
  });
  await page;
  await stop();
  // Another one that starts now must not find half of it.
  const written = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(written, outputFiles[0].contents);
  await rename(written, file);
  return file;
};

// A module with a fixture imports the sources; then everything must be of them.
const hasModule = process.argv.slice(2).some((argument) => /\.m?[jt]s$/iu.test(argument));
if (hasModule) {
  await import("tsx");
  await import(pathToFileURL(source).href);
} else {
  const [file] = await Promise.all([bundled(), loadDependencies()]);
  await import(pathToFileURL(file).href);
}
