import type { CoveredNames, DefinedNames, Definitions } from "../script-coverage.ts";

/**
 * Returns the coverage of scripts in the format of `daml test`; `showsNames` adds the names that were not
 * covered. All scripts belong to the package itself, so the counts for external tests are zero.
 */
export const coverageText = (
  { internal, external }: Definitions,
  touched: readonly CoveredNames[],
  showsNames = false,
): string => {
  const created = new Set(touched.flatMap((each) => each.created));
  const exercised = new Set(touched.flatMap((each) => each.exercised));
  const inside: Part = { name: "internal", created, exercised, showsNames, defined: internal };
  const outside: Part = { name: "external", created, exercised, showsNames, defined: external };
  return [
    "Modules internal to this package:",
    ...countLines("Internal templates", "created", templatesOf(inside), inside),
    ...countLines("Internal template choices", "exercised", choicesOf(inside), inside),
    ...implementationLines(inside),
    ...countLines("Internal interface choices", "exercised", interfaceChoicesOf(inside), inside),
    "Modules external to this package:",
    ...countLines("External templates", "created", templatesOf(outside), outside),
    ...countLines("External template choices", "exercised", choicesOf(outside), outside),
    ...implementationLines(outside),
    ...countLines("External interface choices", "exercised", interfaceChoicesOf(outside), outside),
  ].join("\n");
};

interface Part {
  readonly name: "internal" | "external";
  readonly created: ReadonlySet<string>;
  readonly exercised: ReadonlySet<string>;
  readonly showsNames: boolean;
  readonly defined: DefinedNames;
}

interface Counted {
  readonly all: readonly string[];
  readonly covered: readonly string[];
}

const counted = (all: readonly string[], by: ReadonlySet<string>): Counted => ({
  all,
  covered: all.filter((each) => by.has(each)),
});

const templatesOf = ({ defined, created }: Part): Counted => counted(defined.templates, created);
const choicesOf = ({ defined, exercised }: Part): Counted => counted(defined.choices, exercised);
const interfaceChoicesOf = ({ defined, exercised }: Part): Counted =>
  counted(defined.interfaceChoices, exercised);

const countLines = (
  title: string,
  verb: "created" | "exercised",
  { all, covered }: Counted,
  { name, showsNames }: Part,
): readonly string[] => {
  const share = `${covered.length} (${percent(covered.length, all.length)})`;
  const never = all.filter((each) => !covered.includes(each));
  const shares =
    name === "internal"
      ? [`  ${share} ${verb}`]
      : [
          `  ${share} ${verb} in any tests`,
          `  ${share} ${verb} in internal tests`,
          `  0 (${percent(0, all.length)}) ${verb} in external tests`,
        ];
  const what = title.charAt(0).toLowerCase() + title.slice(1);
  return [
    `- ${title}`,
    `  ${all.length} defined`,
    ...shares,
    ...(showsNames ? [`  ${what} never ${verb}: ${never.length}`] : []),
    ...(showsNames ? never.map((each) => `    ${shownName(each, name)}`) : []),
  ];
};

/** Returns the displayed name; names of the package itself omit the package. */
const shownName = (covered: string, part: Part["name"]): string =>
  part === "internal" ? covered.slice(covered.indexOf(":") + 1) : covered;

const implementationLines = ({ name, defined }: Part): readonly string[] => {
  const { implementations } = defined;
  const ofInternal = implementations.filter(
    ({ isInternalInterface }) => isInternalInterface,
  ).length;
  const title = name === "internal" ? "Internal" : "External";
  return [
    `- ${title} interface implementations`,
    `  ${implementations.length} defined`,
    `    ${ofInternal} internal interfaces`,
    `    ${implementations.length - ofInternal} external interfaces`,
  ];
};

/** Returns a percentage; 100 % if there is nothing to cover. */
const percent = (part: number, whole: number): string =>
  `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1).padStart(5)}%`;
