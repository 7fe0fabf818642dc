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
 * entry exports. Namespaces, and names that an entry declares itself, are still imported from the entry.
 */
export const createDirectImportsPlugin = (entries) => {
  const exportsByEntry = new Map(entries.map((entry) => [resolve(entry), readExports(entry)]));
  const findOrigin = (file, name) => {
    const origin = exportsByEntry.get(file)?.get(name);
    return origin && (findOrigin(resolve(origin.file), origin.name) ?? origin);
  };
  return {
    name: "direct imports",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const folder = dirname(path);
        const source = await readFile(path, "utf8");
        // Imports after the first template literal may be part of its text.
        const [, imports = "", rest = ""] = /^([^`]*)(.*)$/su.exec(source) ?? [];
        const direct = imports.replace(importPattern, (statement, names, from) => {
          const entry = resolve(folder, from);
          if (!exportsByEntry.has(entry)) return statement;
          const statements = namesOf(names).map(([name, local]) => {
            const origin = findOrigin(entry, name);
            if (origin === undefined) return `import { ${name} as ${local} } from "${from}";`;
            const file = relative(folder, resolve(origin.file));
            return `import { ${origin.name} as ${local} } from "./${file}";`;
          });
          return statements.join(" ");
        });
        return { contents: direct + rest, loader: "ts" };
      });
    },
  };
};
