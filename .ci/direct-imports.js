import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const exportPattern = /^export \{([^}]*)\} from "(\.[^"]+)";/gmu;
const importPattern = /^import \{([^}]*)\} from "(\.[^"]+)";/gmu;

/** Parses `a, type B, c as d` to the values' names: `[["a", "a"], ["c", "d"]]`. */
const namesOf = (list) =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as "))
    .map(([name, local = name]) => [name, local]);

/** Returns, for each name that an entry exports from another file, the file and the name there. */
const readExports = (entry) => {
  const origins = new Map();
  for (const [, names, path] of readFileSync(entry, "utf8").matchAll(exportPattern)) {
    const file = join(dirname(entry), path);
    for (const [name, exported] of namesOf(names)) origins.set(exported, { file, name });
  }
  return origins;
};

/**
 * Creates an esbuild plugin that imports names from the files that declare them, instead of from one of the given
 * entries. esbuild splits code by file: a file that imports one name from an entry would load everything that the
 * entry exports.
 */
export const createDirectImportsPlugin = (entries) => {
  const exportsByEntry = new Map(entries.map((entry) => [resolve(entry), readExports(entry)]));
  return {
    name: "direct imports",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const folder = dirname(path);
        const source = await readFile(path, "utf8");
        const contents = source.replace(importPattern, (statement, names, from) => {
          const origins = exportsByEntry.get(resolve(folder, from));
          if (origins === undefined) return statement;
          const imports = namesOf(names).map(([name, local]) => {
            const origin = origins.get(name);
            if (origin === undefined) return `import { ${name} as ${local} } from "${from}";`;
            const file = relative(folder, resolve(origin.file));
            return `import { ${origin.name} as ${local} } from "./${file}";`;
          });
          return imports.join(" ");
        });
        return { contents, loader: "ts" };
      });
    },
  };
};
