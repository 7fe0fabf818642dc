// Bundles the entries that run in browsers, and refuses Node modules and Node globals in them.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { build } from "esbuild";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Entries that need Node: servers, files, databases, and test runners. */
const ofNode = [
  "./middleware",
  "./script",
  "./localnet",
  "./recording",
  "./level",
  "./postgres",
  "./testing",
  "./config",
];

/** Source files of the entries that run in browsers, by the name of the entry. */
export const browserEntries = Object.fromEntries(
  Object.entries(manifest.exports)
    .filter(([name, entry]) => typeof entry === "object" && !ofNode.includes(name))
    .map(([name, { browser, default: file }]) => [
      name === "." ? "index" : name.slice(2),
      sourceOf(browser?.startsWith("./dist/browser/") ? file : (browser ?? file)),
    ]),
);

/** Prefix of Node globals in a bundle while it is checked. */
const marker = "globalOfNode_";

/** Plugin that loads `name.browser.ts` instead of `name.ts` where both exist. */
const browserVersions = {
  name: "browser versions",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const version = path.replace(/\.ts$/u, ".browser.ts");
      if (!existsSync(version)) return undefined;
      return { contents: await readFile(version, "utf8"), loader: "ts" };
    });
  },
};

/** Options of esbuild for code that runs in browsers, from the sources. */
export const browserBuildOptions = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox115", "safari16.4"],
  // The names below show Node globals that the code uses without asking whether they exist.
  define: {
    Buffer: nodeGlobal("Buffer"),
    process: nodeGlobal("process"),
    setImmediate: nodeGlobal("setImmediate"),
    __dirname: nodeGlobal("__dirname"),
    checkerSourcesOfBuild: "undefined",
  },
  plugins: [browserVersions],
  metafile: true,
  logLevel: "warning",
};

/**
 * Throws an error if a source file of this project uses a Node global. esbuild itself refuses Node
 * modules. Packages are not checked: some of them ask for Node first. Needs output that is not
 * minified, where a comment names the file of each part.
 */
const refuseNodeGlobals = (outputFiles) => {
  for (const { text } of outputFiles) {
    const parts = text.split(/^\/\/ (?=(?:lib|middleware|fixtures|node_modules|spec|\.\.)\/)/mu);
    for (const part of parts) {
      const [file] = part.split("\n", 1);
      const [found] = /globalOfNode_\w+/u.exec(part) ?? [];
      if (found === undefined || file.includes("node_modules")) continue;
      throw new Error(`${file} uses ${found.replace(marker, "")}, which browsers lack.`);
    }
  }
};

/** Writes a module for each entry to a folder, with shared chunks. */
export const buildBrowserEntries = async (folder) => {
  await rm(folder, { recursive: true, force: true });
  const { outputFiles, metafile } = await build({
    ...browserBuildOptions,
    entryPoints: browserEntries,
    chunkNames: "part-[hash]",
    outdir: folder,
    write: false,
  });
  refuseNodeGlobals(outputFiles);
  await writeAll(outputFiles);
  return metafile;
};

async function writeAll(outputFiles) {
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text.replaceAll(marker, ""));
    }),
  );
}

function nodeGlobal(name) {
  return `${marker}${name}`;
}

function sourceOf(file) {
  return file.replace(/^\.\/dist\//u, "").replace(/\.js$/u, ".ts");
}
