// Checks the public entries: how many names the root exports, that each name has one entry, and how many specs import something else.
import { readdirSync, readFileSync } from "node:fs";
import { posix, sep } from "node:path";

/** Users read the list of the root's names; the other names are exported by `/api`, `/history` and `/store`. */
const maxRootNames = 110;
/** Specs that import internals break when the internals change. Lower the limit when their number falls; do not raise it. */
const maxSpecsOfInternals = 119;

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const sourceOf = (file) => file.replace(/^\.\/dist\//u, "").replace(/\.js$/u, ".ts");
const entries = new Set(
  Object.values(exports).flatMap(({ default: file, browser }) =>
    [file, browser].filter((each) => each !== undefined).map(sourceOf),
  ),
);

const namesOf = (entry) =>
  [...readFileSync(entry, "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gmu)]
    .flatMap(([, names]) => names.split(","))
    .map((name) => name.trim().replace(/^type |^.* as /gu, ""))
    .filter((name) => name !== "");

const specs = readdirSync("test", { recursive: true })
  .map((file) => posix.join("test", file.replaceAll(sep, "/")))
  .filter((file) => file.endsWith(".spec.ts"));

/** Returns the files of this repository that a spec imports by a static import, an export or an `import()`. */
const importsOf = (spec) =>
  [...readFileSync(spec, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu)].map(
    ([, path]) => posix.join(posix.dirname(spec), path),
  );
const isInternal = (file) =>
  /^(?:lib|middleware|fixtures|spec|bench|\.ci)\//u.test(file) &&
  !entries.has(file) &&
  !/^spec\/.*\.json$/u.test(file);
const specsOfInternals = specs.filter((spec) => importsOf(spec).some(isInternal));

const problems = [];
const root = namesOf("lib/index.ts");
if (root.length > maxRootNames) {
  problems.push(`lib/index.ts exports ${root.length} names; the limit is ${maxRootNames}.`);
}
const entryOf = new Map();
for (const entry of ["lib/index.ts", "lib/api.ts", "lib/history.ts", "lib/store.ts"]) {
  for (const name of namesOf(entry)) {
    if (entryOf.has(name)) problems.push(`${entryOf.get(name)} and ${entry} export ${name}.`);
    entryOf.set(name, entry);
  }
}
if (specsOfInternals.length > maxSpecsOfInternals) {
  problems.push(
    `${specsOfInternals.length} specs import something other than public entries and test/support; the limit is ${maxSpecsOfInternals}. Import a public entry (lib/index.ts, lib/api.ts and the others of package.json) in the new spec; node .ci/check-entries.js --list lists the specs.`,
  );
}
if (process.argv.includes("--list")) console.log(specsOfInternals.join("\n"));
console.log(
  `The root exports ${root.length} names. ${specsOfInternals.length} of ${specs.length} specs import internals.`,
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
