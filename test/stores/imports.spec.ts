import { join } from "node:path";

import { expect } from "chai";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..", "..");

/**
 * Returns all that a project file loads without dynamic imports: project files by path, and packages by name.
 */
const loadedWith = async (entry: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "out",
    logLevel: "silent",
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const begin = [...outputs].find(([, { entryPoint }]) => entryPoint === entry)?.[0] ?? "";
  const found = new Set<string>();
  const load = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const output = outputs.get(file);
    for (const input of Object.keys(output?.inputs ?? {})) found.add(input);
    for (const { path, kind } of output?.imports ?? []) {
      if (kind === "import-statement") load(path);
    }
  };
  load(begin);
  return [...found];
};

const stores = /^lib\/stores\/|^(?:classic-level|pg)$/u;

describe("imports of entry points", () => {
  it("of the package, its middleware and the command line load no store @slow", async () => {
    for (const entry of ["lib/index.ts", "middleware/index.ts", "middleware/cli/run.ts"]) {
      const loaded = await loadedWith(entry);
      expect(loaded).to.include(entry);
      expect(loaded.length).to.be.greaterThan(20);
      expect(loaded.filter((each) => stores.test(each))).to.deep.equal([]);
    }
  });

  it("load only the store that is imported", async () => {
    const [level, postgres] = [
      await loadedWith("lib/stores/level/index.ts"),
      await loadedWith("lib/stores/postgres/index.ts"),
    ];
    expect(level).to.include("classic-level").and.not.include("pg");
    expect(postgres).to.include("pg").and.not.include("classic-level");
  });
});
