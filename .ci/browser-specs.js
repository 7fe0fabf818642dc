// Runs the specs that need no Node module in Chromium and Firefox, and lists the others with the reason: `npm run browser:specs`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { builtinModules } from "node:module";
import { relative } from "node:path";

import { build } from "esbuild";

import { installedChromium, installedFirefox } from "../test/support/browser.ts";
import { browserBuildOptions } from "./browser-entries.js";

/** Specs that do not run in a browser for another reason than Node modules and Node globals. */
const exceptions = {
  "test/ledger/runtime/monotonic-clock.spec.ts":
    "yields to the event loop too often: a timer of a browser takes 4 ms",
};

const nodeModules = new Set(builtinModules);

/** Plugin that keeps imports of Node modules, so that the specs that reach one are found. */
const keepNodeModules = {
  name: "keep node modules",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[\w@:][^.]*$/ }, ({ path }) => {
      const name = path.replace(/^node:/u, "");
      if (!nodeModules.has(name)) return undefined;
      return { path: `node:${name}`, external: true };
    });
  },
};

const options = {
  ...browserBuildOptions,
  inject: ["test/support/properties.ts"],
  define: { checkerSourcesOfBuild: "undefined" },
  // Unlike the library, specs are imported for their side effects.
  ignoreAnnotations: true,
  outdir: ".build/browser-specs",
  write: false,
  plugins: [keepNodeModules, ...browserBuildOptions.plugins],
};

/** Names of Node globals where a test uses them. The page has an empty `process.env`. */
const nodeGlobal = /(?<![."'`\w])(?:Buffer|setImmediate|process(?!\.env\b))(?=[.(])/u;

/** Returns the Node module or the Node global that a spec reaches first by its imports, and the file. */
const nodeUseOf = (spec, inputs) => {
  const found = new Set([spec]);
  for (const file of found) {
    // The library itself is checked by browser-entries.js.
    const [used] = file.startsWith("test/") ? (nodeGlobal.exec(sourceOf(file)) ?? []) : [];
    if (used !== undefined) return `${used} in ${file}`;
    for (const { external, path } of inputs[file]?.imports ?? []) {
      if (external && path.startsWith("node:")) return `${path} in ${relative(".", file)}`;
      if (!external) found.add(path);
    }
  }
  return exceptions[spec];
};

const sourceOf = (file) => readFileSync(file, "utf8").replaceAll(/^\s*(?:\/?\*|\/\/).*/gmu, "");

const specs = readdirSync("test", { recursive: true })
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => `test/${file}`)
  .toSorted();
const { metafile } = await build({ ...options, entryPoints: specs });
const reasons = new Map(specs.map((spec) => [spec, nodeUseOf(spec, metafile.inputs)]));
const run = specs.filter((spec) => reasons.get(spec) === undefined);

const { outputFiles } = await build({
  ...options,
  splitting: false,
  stdin: {
    contents: run.map((spec) => `import "./${spec}";`).join("\n"),
    resolveDir: process.cwd(),
  },
});
const files = {
  "/": [
    "text/html",
    `<!doctype html><meta charset="utf-8"><div id="mocha"></div><script>globalThis.process = { env: {} };</script><script src="mocha.js"></script>`,
  ],
  "/mocha.js": ["text/javascript", readFileSync("node_modules/mocha/mocha.js")],
  "/specs.js": ["text/javascript", outputFiles[0].contents],
};
const server = createServer((request, response) => {
  const [type, content] = files[request.url] ?? [];
  if (type === undefined) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": type }).end(content);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const pageUrl = `http://127.0.0.1:${server.address().port}/`;

/** Runs the specs in a browser, and writes how many tests passed. */
const runIn = async (name, { executablePath, hint, launch }) => {
  if (!existsSync(executablePath)) {
    console.log(`${name}: skipped, there is no browser at ${executablePath}; ${hint}`);
    return;
  }
  const browser = await launch(executablePath);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(pageUrl);
    const { passed, failed } = await page.evaluate(async () => {
      const { mocha } = globalThis;
      mocha.setup({ ui: "bdd", reporter: "spec", timeout: 60_000 });
      mocha.grep("@slow").invert();
      // A variable, because the file exists in the page only.
      const file = "./specs.js";
      await import(file);
      return new Promise((resolve) => {
        const failed = [];
        let passed = 0;
        mocha
          .run(() => resolve({ passed, failed }))
          .on("pass", () => passed++)
          .on("fail", (test, error) =>
            failed.push(`${test.fullTitle()}: ${error.message}\n${error.stack}`),
          );
      });
    });
    for (const text of failed) console.error(text);
    console.log(
      `${name}: ${passed} tests of ${run.length} specs pass in the browser; ${failed.length} fail.`,
    );
    if (failed.length > 0 || passed === 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
};

await runIn("Chromium", installedChromium);
await runIn("Firefox", installedFirefox);
server.close();

console.log(`${specs.length - run.length} specs do not run in a browser.`);
if (process.argv.includes("--list")) {
  for (const [spec, reason] of reasons) if (reason !== undefined) console.log(`${spec}: ${reason}`);
}
