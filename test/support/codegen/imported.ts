import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

const root = join(import.meta.dirname, "..", "..", "..", ".build");

/** The bundle of a program that imports generated files by their paths. */
export const bundled = async (
  files: ReadonlyMap<string, string>,
  program: string,
  minify = false,
): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", sourcefile: "program.ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    minify,
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "generated",
        setup(setup) {
          setup.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
            path: posix.join(posix.dirname(importer), path).replace(/\.js$/u, ".ts"),
            namespace: "generated",
          }));
          setup.onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
            contents: files.get(path) ?? `throw new Error("there is no ${path}")`,
            loader: "ts",
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
};

/** What a program exports that imports generated files by their paths. */
export const imported = async (
  files: ReadonlyMap<string, string>,
  program: string,
): Promise<unknown> => {
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, "generated-"));
  const file = join(folder, "program.mjs");
  await writeFile(file, await bundled(files, program));
  try {
    return (await import(pathToFileURL(file).href)) as unknown;
  } finally {
    await rm(folder, { recursive: true });
  }
};
