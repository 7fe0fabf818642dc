import { posix } from "node:path";

import { expect } from "chai";

import { headingsOf, isInProject, projectFiles, projectText } from "../support/project-files.ts";

const files = projectFiles();
const documents = [
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "docs/ARCHITECTURE.md",
  "docs/glossary.md",
  "docs/limits.md",
  "examples/README.md",
  "bench/README.md",
  ...files.filter((file) => /^docs\/(?:decisions|guide)\//u.test(file)),
];

/** Returns the texts between backticks in a document. */
const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/gu)].map(([, code = ""]) => code);

const folders = new Set(files.map((file) => file.split("/")[0]));
const isPath = (code: string): boolean =>
  /^[\w.-]+(?:\/[\w.*-]+)+\/?$/u.test(code) && folders.has(code.split("/")[0]);

/**
 * Returns true if the path is an existing file or folder, or a pattern with `*` that matches an existing
 * file.
 */
const isThere = (path: string): boolean => {
  if (!path.includes("*")) return isInProject(path);
  const [before = "", after = ""] = path.split("*");
  return files.some((file) => file.startsWith(before) && file.endsWith(after));
};

/** Returns the anchor that GitHub derives from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Test folders that do not belong to one source folder. */
const acrossFolders =
  /^test\/(?:attacks|clients|conformance|participant|properties|fuzz|simulation|contracts\/daml-lf\/tables)$/u;

describe("tests", () => {
  it("are in a folder with the same name as the folder that they test", () => {
    const folders = new Set(
      files.filter((file) => file.endsWith(".spec.ts")).map((file) => posix.dirname(file)),
    );
    const astray = [...folders].filter((folder) => {
      const tested = folder.replace(/^test\/?/u, "");
      const places = tested.startsWith("support/") ? [folder] : [`lib/${tested}`, tested];
      return !acrossFolders.test(folder) && !places.some(isInProject);
    });
    expect(astray).to.deep.equal([]);
  });
});

describe("documents", () => {
  for (const document of documents) {
    const text = projectText(document);

    it(`${document} names existing paths`, () => {
      const paths = quoted(text).filter(isPath);
      expect(paths.filter((path) => !isThere(path))).to.deep.equal([]);
    });

    it(`${document} names existing files, even without their folder`, () => {
      const names = new Set(files.map((file) => posix.basename(file)));
      const named = quoted(text).filter((code) => /^[a-z][a-z-]*\.ts$/u.test(code));
      expect(named.filter((name) => !names.has(name))).to.deep.equal([]);
    });

    it(`${document} links to existing files and headings`, () => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/gu)];
      const broken = links.filter(([, path = "", anchor]) => {
        const target = path === "" ? document : posix.join(posix.dirname(document), path);
        if (!isInProject(target)) return true;
        return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
      });
      expect(broken.map(([link]) => link)).to.deep.equal([]);
    });

    it(`${document} names existing scripts`, () => {
      const { scripts } = JSON.parse(projectText("package.json")) as { scripts: object };
      const run = [...text.matchAll(/npm run ([\w:]+)/gu)].map(([, script = ""]) => script);
      expect(Object.keys(scripts)).to.include.members(run);
    });
  }
});

describe("CONTRIBUTING", () => {
  const [, table = ""] =
    /## Find the code\n(.*?)\n## /su.exec(projectText("CONTRIBUTING.md")) ?? [];
  const rows = table
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, question = ""]) => question !== "" && !/^(?:-+|Where is …)$/u.test(question));

  it("lists paths for common tasks", () => {
    expect(rows).to.have.length.above(20);
    for (const [, question, answer = ""] of rows) {
      const paths = quoted(answer);
      expect(paths, question).to.not.be.empty;
      // Also reports paths whose first folder does not exist.
      expect(
        paths.filter((path) => !isThere(path)),
        question,
      ).to.deep.equal([]);
    }
  });

  it("answers questions of newcomers", () => {
    const questions = rows.map(([, question]) => question);
    for (const asked of [
      "the type checker of DARs",
      "where a submission becomes a transaction",
      "where a filter is applied",
      "where to add an endpoint",
      "where to add a store",
      "where to add a builtin of Daml-LF",
      "where to add an error",
    ]) {
      expect(questions).to.include(asked);
    }
  });
});

describe("README", () => {
  it("links only to files in the package", () => {
    const { files: published } = JSON.parse(projectText("package.json")) as {
      files: readonly string[];
    };
    const links = [...projectText("README.md").matchAll(/\]\((?!https?:)([^)#]+)/gu)];
    expect(links).to.not.be.empty;
    for (const [, path = ""] of links) {
      expect(
        published.some((entry) => path === entry || path.startsWith(`${entry}/`)),
        path,
      ).to.equal(true);
    }
  });
});
