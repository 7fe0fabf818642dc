import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Maximum sizes in bytes, about a tenth above the actual sizes. */
const limits = { size: 2_400_000, unpackedSize: 8_000_000 };

/** Maximum size in bytes of the files that an import of an entry loads: Node parses all of them at start. */
const loadedLimits = { ".": 615_000, "./testing": 920_000, "./middleware": 1_230_000 };

/** Returns the problems of the packed files: sizes, and references to missing files. */
export const problemsOfContents = (packed) => [
  ...problemsOfBuild(packed),
  ...problemsOfConversion(packed),
  ...problemsOfBrowserEntries(packed),
  ...problemsOfSize(packed),
  ...problemsOfLoadedSize(packed),
  ...packed.files.filter((file) => file.endsWith(".d.ts")).flatMap(problemsOfTypes(packed)),
  ...packed.files.filter((file) => file.endsWith(".md")).flatMap(problemsOfLinks(packed)),
];

/** Returns an error if the build did not insert the hash of the checker. */
const problemsOfBuild = (packed) =>
  packed.files.some(
    (file) =>
      file.endsWith(".js") && /packageCheckerVersion\w*="[0-9a-f]{16}"/u.test(textOf(packed, file)),
  )
    ? []
    : ["dist does not contain the hash of the checker, so passed checks would not be cached"];

const entriesOf = (packed) => Object.values(JSON.parse(textOf(packed, "package.json")).exports);

/** Returns the files, and the files that they import directly or indirectly. */
const withImportedFiles = (packed, entries) => {
  const files = new Set(entries.map((file) => posix.normalize(file)));
  // The loop also visits the files that it adds.
  for (const file of files) {
    for (const [, path] of textOf(packed, file).matchAll(
      /\b(?:from|import) ?["'](\.[^"']+)["']/gu,
    )) {
      const imported = posix.join(posix.dirname(file), path);
      if (packed.files.includes(imported)) files.add(imported);
    }
  }
  return [...files];
};

/** Returns an error for each file that a test runner loads and cannot convert to CommonJS. */
const problemsOfConversion = (packed) =>
  withImportedFiles(
    packed,
    entriesOf(packed).flatMap((entry) => entry.default ?? []),
  )
    .filter((file) => file.endsWith(".js") && textOf(packed, file).includes("import.meta"))
    .map((file) => `${file} uses import.meta, which Babel does not convert to CommonJS for Jest`);

/** Returns an error for each file that an entry for browsers loads and that imports a module of Node. */
const problemsOfBrowserEntries = (packed) =>
  withImportedFiles(
    packed,
    entriesOf(packed).flatMap((entry) => entry.browser ?? []),
  )
    .filter((file) =>
      /^(?:import|export)\b[^;]*["'](?:node:[^"']+|[^"']+\.cjs)["'];/mu.test(textOf(packed, file)),
    )
    .map((file) => `${file} is loaded by browsers and imports a module of Node`);

const problemsOfSize = (packed) =>
  Object.entries(limits).flatMap(([name, limit]) =>
    packed[name] > limit ? [`${name} is ${packed[name]} bytes; the limit is ${limit}`] : [],
  );

const problemsOfLoadedSize = (packed) => {
  const { exports } = JSON.parse(textOf(packed, "package.json"));
  return Object.entries(loadedLimits).flatMap(([entry, limit]) => {
    const files = withImportedFiles(packed, [exports[entry].default]);
    const size = files.reduce((sum, file) => sum + textOf(packed, file).length, 0);
    return size > limit ? [`An import of ${entry} loads ${size} bytes; the limit is ${limit}`] : [];
  });
};

/** Types may refer only to this package and to Node, and comments must not cite unpublished documents. */
const problemsOfTypes = (packed) => (file) => {
  const text = textOf(packed, file);
  const imports = importsOf(text).filter((name) => !/^(?:\.|node:)/u.test(name));
  const citations = [...text.matchAll(/[\w/-]+\.md\b/gu)].map(([path]) => path);
  return [
    ...imports.map((name) => `${file} needs types of ${name}`),
    ...citations
      .filter((path) => !packed.files.includes(path))
      .map((path) => `${file} cites ${path}, which is not packed`),
  ];
};

/** Checks that pages link only to packed files and existing headings. */
const problemsOfLinks = (packed) => (page) =>
  [...textOf(packed, page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/gu)].flatMap(
    ([, path, anchor]) => {
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!packed.files.some((file) => file === target || file.startsWith(`${target}/`))) {
        return [`${page} links to ${target}, which is not packed`];
      }
      return anchor === undefined || anchorsOf(textOf(packed, target)).includes(anchor)
        ? []
        : [`${page} links to ${target}#${anchor}, and there is no such heading`];
    },
  );

/** Returns the anchors of headings as GitHub generates them. */
const anchorsOf = (page) =>
  [...page.matchAll(/^#+ (.+)$/gmu)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const textOf = ({ unpacked }, file) => readFileSync(join(unpacked, file), "utf8");

const importsOf = (text) =>
  [...text.matchAll(/(?<!["'])\b(?:from|import\() ?["']([^"'\n]+)["']/gu)].map(([, name]) => name);
