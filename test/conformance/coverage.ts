import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import { carried, leftOutOf, type PublicTable } from "../contracts/daml-lf/tables/public-table.ts";
import { publicTables, suitesWithoutTable } from "../contracts/daml-lf/tables/public-tables.ts";
import { suiteRows } from "../participant/table.ts";

/** One numbered rule of the specification, as in spec/rules.yaml. */
interface Rule {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  /** Why no request can break the rule; absent if one can. */
  readonly unbreakable?: string;
}

/** A rule as written in the file: its text, or its text and the reason why no request can break it. */
type WrittenRule = string | { readonly text: string; readonly unbreakable: string };

/**
 * The content of spec/choices.yaml: differences between specification and participant, and interpretations of
 * the specification.
 */
interface Choices {
  readonly precedence: readonly {
    readonly rule: string;
    readonly specification: string;
    readonly participant: string;
  }[];
  readonly readings: readonly { readonly about: string; readonly choice: string }[];
}

/** A rule with the tests that follow it and the tests that break it. */
export interface RuleCoverage extends Rule {
  readonly positive: readonly TaggedTest[];
  readonly negative: readonly TaggedTest[];
}

interface TaggedTest {
  readonly file: string;
  /** The title of the innermost `describe` around the test. */
  readonly group: string;
  readonly title: string;
}

/** An intended difference from a participant, as in test/participant/differences.yaml. */
export interface KeptDifference {
  readonly participant: string;
  readonly here: string;
  readonly why: string;
  /** The title of the test that shows it, or the beginning of the title. */
  readonly shown: string;
}

const root = join(import.meta.dirname, "..", "..");

const rulesOf = (): readonly Rule[] => {
  const groups = parse(readFileSync(join(root, "spec/rules.yaml"), "utf8")) as readonly {
    readonly group: string;
    readonly rules: Readonly<Record<string, WrittenRule>>;
  }[];
  return groups.flatMap(({ group, rules }) =>
    Object.entries(rules).map(([id, rule]) => ({
      id,
      group,
      ...(typeof rule === "string" ? { text: rule } : rule),
    })),
  );
};

const keptDifferences = (): readonly KeptDifference[] => {
  const path = join(root, "test/participant/differences.yaml");
  return (parse(readFileSync(path, "utf8")) as { readonly kept: readonly KeptDifference[] }).kept;
};

export const choicesOf = (): Choices =>
  parse(readFileSync(join(root, "spec/choices.yaml"), "utf8")) as Choices;

const specFiles = (): readonly string[] =>
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => join("test", file))
    .sort();

const titlePattern =
  /^(?<indent> *)(?<call>describe|it)\(\s*(?<quote>["'`])(?<title>(?:(?!\k<quote>).)*)\k<quote>/gmsu;

/** Returns the tests of a file. The indentation says which `describe` contains a test. */
const titlesOf = (file: string): readonly TaggedTest[] => {
  const open: { readonly depth: number; readonly title: string }[] = [];
  const tests: TaggedTest[] = [];
  for (const { groups } of readFileSync(join(root, file), "utf8").matchAll(titlePattern)) {
    const { indent = "", call, title = "" } = groups ?? {};
    while ((open.at(-1)?.depth ?? -1) >= indent.length) open.pop();
    if (call === "describe") open.push({ depth: indent.length, title });
    else tests.push({ file, group: open.at(-1)?.title ?? "", title });
  }
  return tests;
};

let readTests: readonly TaggedTest[] | undefined;

/** Returns all tests; reads the files once. */
const allTests = (): readonly TaggedTest[] => (readTests ??= specFiles().flatMap(titlesOf));

const tagsOf = (title: string): readonly string[] =>
  title.match(/\b[A-Z]\d*\.\d+[+-](?=\s)/gu) ?? [];

const testsShowing = ({ shown }: KeptDifference): readonly TaggedTest[] =>
  allTests().filter(({ title }) => title.startsWith(shown));

/** Returns the intended differences for which no test exists. */
export const unshownDifferences = (): readonly KeptDifference[] =>
  keptDifferences().filter((difference) => testsShowing(difference).length === 0);

let taggedTests: ReadonlyMap<string, readonly TaggedTest[]> | undefined;

/**
 * Returns the tests by their tags; reads them once. A title may have several tags: `S1.1- S1.3- refuses …`.
 */
const testsByTag = (): ReadonlyMap<string, readonly TaggedTest[]> => {
  if (taggedTests !== undefined) return taggedTests;
  const tests = new Map<string, TaggedTest[]>();
  for (const test of allTests()) {
    for (const tag of new Set(tagsOf(test.title))) {
      const tagged = tests.get(tag);
      if (tagged === undefined) tests.set(tag, [test]);
      else tagged.push(test);
    }
  }
  return (taggedTests = tests);
};

export const conformanceCoverage = (): readonly RuleCoverage[] =>
  rulesOf().map((rule) => ({
    ...rule,
    positive: testsByTag().get(`${rule.id}+`) ?? [],
    negative: testsByTag().get(`${rule.id}-`) ?? [],
  }));

/**
 * Returns the tags in test titles that belong to no rule: misspelt or stale tags, and violations of rules
 * that nothing can break.
 */
export const unknownTags = (): readonly string[] => {
  const known = new Set(
    rulesOf().flatMap(({ id, unbreakable }) =>
      unbreakable === undefined ? [`${id}+`, `${id}-`] : [`${id}+`],
    ),
  );
  return [...testsByTag().keys()].filter((tag) => !known.has(tag));
};

const cell = (tests: readonly TaggedTest[]): string =>
  tests.map((test) => `${readable(fullTitle(test))} (\`${test.file}\`)`).join("<br>");

/** Returns the title with its group, after the tags: `S1.1+ group › title`. */
const fullTitle = ({ group, title }: TaggedTest): string =>
  title.replace(/^(?:[A-Z]\d*\.\d+[+-] )*/u, (tags) => `${tags}${group} › `);

const brokenCell = ({ unbreakable, negative }: RuleCoverage): string =>
  unbreakable === undefined ? cell(negative) : `Nothing breaks it: ${unbreakable}`;

/** Replaces placeholders by "…" and escapes characters that Markdown or HTML would interpret. */
const readable = (title: string): string =>
  title
    .replace(/ @\w+/gu, "")
    .replace(/\$\{[^}]*\}/gu, "…")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;");

/** Returns the text of docs/CONFORMANCE.md. */
export const conformanceDocument = (): string => {
  const coverage = conformanceCoverage();
  const groups = [...new Set(coverage.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const rows = coverage
      .filter((rule) => rule.group === group)
      .map(
        (rule) =>
          `| ${rule.id} | ${readable(rule.text)} | ${cell(rule.positive)} | ${brokenCell(rule)} |`,
      );
    return `## ${group}\n\n| Rule | Specification | Tests of the rule | Tests of its violation |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  });
  const source =
    "Generated from `spec/rules.yaml`, `spec/choices.yaml`, the titles of the tests, `test/participant/differences.yaml` and " +
    "the tables of `test/contracts/daml-lf/tables` by `npm run conformance`; do not edit.\n\n" +
    "A test is named by its group, `›`, its title and its file. `S1.2+` marks a test that shows the rule S1.2, `S1.2-` a test of " +
    "a request that breaks it. `…` stands for a part of a title that has several values.";
  const all = [
    ...sections,
    ...choicesSections(),
    participantSection(),
    catalogueSection(),
    tablesSection(),
  ];
  return `# Conformance\n\n${source}\n\n${all.join("\n")}`;
};

const participantSection = (): string => {
  const rows = keptDifferences().map((difference) => {
    const { participant, here, why } = difference;
    const texts = [participant, here, why].map(readable).join(" | ");
    return `| ${texts} | ${cell(testsShowing(difference))} |`;
  });
  return [
    "## Intended differences from a participant",
    "",
    "Requests that a recorded Canton participant answers differently. The differences are intended.",
    "",
    "| Participant | Here | Reason | Test |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
};

const choicesSections = (): readonly string[] => {
  const { precedence, readings } = choicesOf();
  const table = (title: string, about: readonly string[], rows: readonly (readonly string[])[]) => {
    const [head = [], ...body] = rows.map((cells) => `| ${cells.map(readable).join(" | ")} |`);
    const line = `|${"---|".repeat(rows[0]?.length ?? 0)}`;
    return [`## ${title}`, "", ...about, "", head, line, ...body, ""].join("\n");
  };
  return [
    table(
      "Differences between the specification and a participant",
      [
        'By default the ledger follows the specification. `createLedger({ precedence: "participant" })` and',
        "`--precedence participant` follow the participant.",
      ],
      [
        ["Rule", "Specification", "Participant"],
        ...precedence.map((row) => [row.rule, row.specification, row.participant]),
      ],
    ),
    table(
      "Readings of the specification",
      ["Cases that the specification leaves open, or that can be read in several ways."],
      [["Topic", "Here"], ...readings.map(({ about, choice }) => [about, choice])],
    ),
  ];
};

/** Returns the section with the number of covered cases per suite of Canton's published catalogue. */
const catalogueSection = (): string => {
  const rows = suiteRows();
  const sum = (of: "shown" | "excluded" | "open"): number =>
    rows.reduce((total, row) => total + row[of], 0);
  const cells = rows.map(({ suite, shown, excluded, why, open }) =>
    [suite, shown, excluded, why.join(" "), open].join(" | "),
  );
  return [
    "## Canton's public test suites",
    "",
    "Cases of Canton's public test suites, by their original names, implemented with our own words and programs",
    "(`test/participant/suites`). Cases counted as shown pass, and every rejection in them is compared with the recorded",
    "status, code, category, context and resources. Open cases have no test under their name.",
    "",
    "| Suite | Shown | Excluded | Reason | Open |",
    "|---|---|---|---|---|",
    ...cells.map((cell) => `| ${cell} |`),
    `| all | ${sum("shown")} | ${sum("excluded")} |  | ${sum("open")} |`,
    "",
  ].join("\n");
};

/** Returns the section about the tables from public test suites with which the Daml engine is tested. */
const tablesSection = (): string => {
  const rows = publicTables.map((table) => {
    const [left, why] = leftOutCells(table);
    const { suite, about } = table;
    return `| ${about} | \`${suite}\` | ${carried(table)} | ${left} | ${why} |`;
  });
  const total = publicTables.reduce((sum, table) => sum + carried(table), 0);
  const without = suitesWithoutTable.map(([suite, why]) => `| \`${suite}\` | ${readable(why)} |`);
  return [
    "## Tables from public suites",
    "",
    "Inputs and outputs from Canton's test suites under `community/daml-lf`, in",
    "our own words and programs. A row is one input with its output; the suites group them differently.",
    `The engine gives the output of all ${total} rows. The column Omitted counts the cases that have no row here, including`,
    "those for which the engine gives another output.",
    "",
    "| Topic | Suite | Rows | Omitted | Reason |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "Suites without a table:",
    "",
    "| Suite | Reason |",
    "|---|---|",
    ...without,
    "",
  ].join("\n");
};

const leftOutCells = (table: PublicTable): readonly [left: string, why: string] => {
  const all = leftOutOf(table);
  return [
    all.map(({ cases, what }) => `${cases}: ${readable(what)}`).join("<br>"),
    all.map(({ why }) => readable(why)).join("<br>"),
  ];
};
