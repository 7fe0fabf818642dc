// Runs the command line from its sources; see docs/decisions/0004-bundled-package.md.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { nodeBundleOptions } from "./bundling.js";

const root = join(import.meta.dirname, "..");
const source = join(root, "middleware", "cli", "main.ts");

/** Packages that are loaded on demand. */
const late = new Set(["jiti"]);

/** Preloads the packages that the bundle imports while esbuild works in its own process. */
const loadDependencies = async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const needed = Object.keys(dependencies).filter(
    (name) => !name.startsWith("@types/") && !late.has(name),
  );
  await Promise.all(needed.map((name) => import(name)));
};

/** Bundles the sources on every start, in about half a second, so that the bundle is never outdated. */
const bundled = async () => {
  const { build, stop } = await import("esbuild");
  const { buildExplorerPage } = await import("./explorer-page.js");
  const [{ outputFiles }] = await Promise.all([
    build({
      entryPoints: [source],
      ...nodeBundleOptions,
      write: false,
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: "warning",
    }),
    buildExplorerPage(join(root, "dist", "explorer")),
    loadDependencies(),
  ]);
  await stop();
  const file = join(root, ".build", "start", "main.js");
  // Written atomically, because another start may run concurrently.
  const written = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(written, outputFiles[0].contents);
  await rename(written, file);
  return file;
};

// A fixture module imports the sources, so the command must also run from the sources.
const hasModule = process.argv.slice(2).some((argument) => /\.m?[jt]s$/iu.test(argument));
if (hasModule) {
  await import("tsx");
  await import(pathToFileURL(source).href);
} else {
  const file = await bundled();
  await import(pathToFileURL(file).href);
}
