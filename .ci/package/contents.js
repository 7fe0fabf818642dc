import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** In bytes, a tenth more than it was when this was written; two thirds are source maps with the sources. */
const limits = { size: 3_550_000, unpackedSize: 12_600_000 };

/** What is wrong with what was packed: its size, and what it names that is not there. */
export const problemsOfContents = (packed) => [
  ...problemsOfBuild(packed),
  ...problemsOfSize(packed),
  ...packed.files.filter((file) => file.endsWith(".d.ts")).flatMap(problemsOfTypes(packed)),
  ...packed.files.filter((file) => file.endsWith(".md")).flatMap(problemsOfLinks(packed)),
];

/** What the build puts in, so that what passed another checker counts for nothing. */
const problemsOfBuild = (packed) =>
  packed.files.some(
    (file) =>
      file.endsWith(".js") && /checkerSources\w*="[0-9a-f]{16}"/u.test(textOf(packed, file)),
  )
    ? []
    : ["dist names no checker, so that nothing of it would be remembered"];

const problemsOfSize = (packed) =>
  Object.entries(limits).flatMap(([name, limit]) =>
    packed[name] > limit ? [`${name} is ${packed[name]} bytes, of ${limit}`] : [],
  );

/** Types are of this package or of Node, and comments cite nothing that readers do not have. */
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

/** Pages link to what is packed, and to headings that are there. */
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

/** As GitHub makes them of headings. */
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
