import { posix } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { headingsOf, isInProject, projectFiles, projectText } from "../support/project-files.ts";

const files = projectFiles();

/** The text of each file, joined to one line without comment marks. */
const unbroken = new Map(
  files.map((file) => [file, projectText(file).replaceAll(/\n\s*(?:\*(?!\*)|\/\/|#)?\s*/gu, " ")]),
);

interface Citation {
  readonly file: string;
  readonly text: string;
  readonly places: readonly string[];
}

/** Returns the citations that match the pattern in the files. Its first group matches the cited places. */
const citations = (
  pattern: RegExp,
  places: (cited: string) => readonly string[],
  among: readonly string[] = files,
): readonly Citation[] =>
  among.flatMap((file) =>
    [...(unbroken.get(file) ?? "").matchAll(pattern)].map(([text, cited = ""]) => ({
      file,
      text,
      places: places(cited),
    })),
  );

/** Splits a list of cited places at commas, dashes, "and" and "to". */
const listed = (cited: string): readonly string[] => cited.split(/, |–| and | to /u);

/** Returns the citations of places that do not exist. */
const astray = (
  found: readonly Citation[],
  isThere: (place: string, file: string) => boolean,
): readonly string[] =>
  found
    .filter(({ file, places }) => !places.every((place) => isThere(place, file)))
    .map(({ file, text }) => `${file}: ${text}`);

/** Tests are excluded, since they may quote forbidden texts. */
const isOurs = (file: string): boolean => !file.startsWith("test/");

const references = files.filter(
  (file) => file.startsWith("docs/reference/") && !file.endsWith("/README.md"),
);

/**
 * Returns the section numbers of a document, such as `4` and `3.6.1` for `## 4. Streaming` and `### 3.6.1
 * Validation order`.
 */
const sectionsOf = (document: string): ReadonlySet<string> =>
  new Set(headingsOf(document).flatMap((heading) => /^\d+(?:\.\d+)*/u.exec(heading) ?? []));

const number = String.raw`\d+(?:\.\d+)*`;
/**
 * Pattern of the text between the name of a document and a section number, as in ` section 3.6`, `, 3.6` and
 * `, §3.6`.
 */
const leading = String.raw`,? (?:sections? |§ ?)?`;
/** Pattern of a place within a section, such as `, rows 1 to 10` and ` step 4`. */
const within = String.raw`(?:,? (?:rows?|steps?) \w+(?:(?:–| to | and )\w+)*)`;
const sections = `${number}${within}?(?:(?:, |–| and | to )${number}${within}?)*`;
const sectionNumbers = (cited: string) => listed(cited.replaceAll(new RegExp(within, "gu"), ""));

describe("citations", () => {
  for (const reference of references) {
    const name = posix.basename(reference);
    it(`of ${name} name existing sections`, () => {
      const found = citations(
        new RegExp(`\\b${name}${leading}(${sections})`, "gu"),
        sectionNumbers,
      );
      const there = sectionsOf(reference);
      expect(found).to.not.be.empty;
      expect(astray(found, (section) => there.has(section))).to.deep.equal([]);
    });

    it(`inside ${name} name existing sections`, () => {
      const found = citations(
        new RegExp(String.raw`(?:§|\bsections? )(${number}(?:(?:, |–| and )${number})*)`, "gu"),
        listed,
        [reference],
      );
      const there = sectionsOf(reference);
      expect(astray(found, (section) => there.has(section))).to.deep.equal([]);
    });
  }

  it("of rules name rules or endpoints in spec/rules.yaml", () => {
    const groups = parse(projectText("spec/rules.yaml")) as readonly {
      readonly group: string;
      readonly rules: Readonly<Record<string, unknown>>;
    }[];
    const there = new Set(
      groups.flatMap(({ group, rules }) => [
        ...Object.keys(rules),
        ...(/^\d+(?= )/u.exec(group) ?? []).map((endpoint) => `S${endpoint}`),
      ]),
    );
    const rule = String.raw`[A-Z](?:\d+(?:\.\d+)?|\.\d+)\b`;
    const found = citations(
      new RegExp(
        String.raw`\b(?:rules\.yaml|[Rr]ules?) (${rule}(?:(?:, |–| and | to )${rule})*)`,
        "gu",
      ),
      listed,
      files.filter((file) => !file.startsWith("spec/rules")),
    );
    expect(found).to.not.be.empty;
    expect(astray(found, (name) => there.has(name))).to.deep.equal([]);
  });

  it("name only public documents", () => {
    const found = citations(
      /\bseed (?:endpoint|fixture|rule)s?\b/gu,
      () => [],
      files.filter(isOurs),
    );
    expect(found).to.deep.equal([]);
  });

  it("of decisions name existing decisions", () => {
    const there = files.flatMap((file) => /^docs\/decisions\/(\d{4})/u.exec(file)?.[1] ?? []);
    const found = citations(/\b(?:[Dd]ecisions?|docs\/decisions\/) ?(\d{4})\b/gu, listed);
    expect(found).to.not.be.empty;
    expect(astray(found, (decision) => there.includes(decision))).to.deep.equal([]);
  });

  it("of documents and files name existing ones", () => {
    const path = /(?<![\w/.…:*-])((?:[\w.-]+\/)+[\w.-]+\.(?:md|ts|ya?ml)|[\w-]+\.md)\b/gu;
    const folders = new Set(files.map((file) => file.split("/")[0]));
    const found = citations(path, (cited) => [cited]).filter(({ file, places: [place = ""] }) => {
      const [first = "", second] = place.split("/");
      if (second === undefined) return !references.includes(file);
      return folders.has(first) && !references.includes(file);
    });
    expect(found).to.not.be.empty;
    const isThere = (place: string, file: string) =>
      ["", "docs/", "docs/reference/", `${posix.dirname(file)}/`].some((folder) =>
        isInProject(folder + place),
      );
    expect(astray(found, isThere)).to.deep.equal([]);
  });
});
