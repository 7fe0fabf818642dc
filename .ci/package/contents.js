import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * Maximum sizes in bytes, about a tenth above the actual sizes; two thirds are source maps with the
 * sources.
 */
const limits = { size: 3_550_000, unpackedSize: 12_600_000 };

/** Returns the problems of the packed files: sizes, and references to missing files. */
export const problemsOfContents = (packed) => [
  ...problemsOfBuild(packed),
  ...problemsOfConversion(packed),
  ...problemsOfSize(packed),
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

/** Returns an error for each file that a test runner loads and cannot convert to CommonJS. */
const problemsOfConversion = (packed) => {
  const { exports } = JSON.parse(textOf(packed, "package.json"));
  const files = new Set(
    Object.values(exports).flatMap((entry) =>
      entry.default ? [posix.normalize(entry.default)] : [],
    ),
  );
  // The loop also visits the files that it adds.
  for (const file of files) {
    for (const [, path] of textOf(packed, file).matchAll(/\b(?:from|import) ?"(\.[^"]+)"/gu)) {
      files.add(posix.join(posix.dirname(file), path));
    }
  }
  return [...files]
    .filter((file) => textOf(packed, file).includes("import.meta"))
    .map((file) => `${file} uses import.meta, which Babel does not convert to CommonJS for Jest`);
};

const problemsOfSize = (packed) =>
  Object.entries(limits).flatMap(([name, limit]) =>
    packed[name] > limit ? [`${name} is ${packed[name]} bytes; the limit is ${limit}`] : [],
  );

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
