import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

const root = join(import.meta.dirname, "..", "..", "..", ".build");

const runtime = join(import.meta.dirname, "..", "..", "..", "lib", "codegen", "runtime");

/** Bundles a program that imports generated files by their paths. Returns the code of the bundle. */
export const bundleProgram = async (
  files: ReadonlyMap<string, string>,
  program: string,
  minify: boolean | "but for names" = false,
): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", sourcefile: "program.ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: minify === true,
    minifyWhitespace: minify !== false,
    minifySyntax: minify !== false,
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "generated",
        setup(setup) {
          setup.onResolve({ filter: /^\./ }, ({ path, importer }) => {
            const file = posix.join(posix.dirname(importer), path);
            return {
              path: files.has(file) ? file : file.replace(/\.js$/u, ".ts"),
              namespace: "generated",
            };
          });
          setup.onResolve({ filter: /^ledger-in-a-box\// }, ({ path }) => ({
            path: join(runtime, `${posix.basename(path)}.ts`),
          }));
          setup.onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
            contents: files.get(path) ?? `throw new Error("there is no ${path}")`,
            loader: path.endsWith(".js") ? "js" : "ts",
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
};

/** Runs a program that imports generated files by their paths. Returns its exports. */
export const importProgram = async (
  files: ReadonlyMap<string, string>,
  program: string,
): Promise<unknown> => {
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, "generated-"));
  const file = join(folder, "program.mjs");
  await writeFile(file, await bundleProgram(files, program));
  try {
    return (await import(pathToFileURL(file).href)) as unknown;
  } finally {
    await rm(folder, { recursive: true });
  }
};
