import type {
  CoverableDefinitionNames,
  CoverageDefinitions,
  CoveredNames,
} from "../script-coverage.ts";

/**
 * Returns the coverage of scripts in the format of `daml test`; `showsNames` adds the names that were not
 * covered. All scripts belong to the package itself, so the counts for external tests are zero.
 */
export const coverageText = (
  { internal, external }: CoverageDefinitions,
  touched: readonly CoveredNames[],
  showsNames = false,
): string => {
  const created = new Set(touched.flatMap((each) => each.created));
  const exercised = new Set(touched.flatMap((each) => each.exercised));
  const inside: CoveragePart = {
    name: "internal",
    created,
    exercised,
    showsNames,
    defined: internal,
  };
  const outside: CoveragePart = {
    name: "external",
    created,
    exercised,
    showsNames,
    defined: external,
  };
  return [
    "Modules internal to this package:",
    ...countLines("Internal templates", "created", countTemplates(inside), inside),
    ...countLines("Internal template choices", "exercised", countChoices(inside), inside),
    ...implementationLines(inside),
    ...countLines("Internal interface choices", "exercised", countInterfaceChoices(inside), inside),
    "Modules external to this package:",
    ...countLines("External templates", "created", countTemplates(outside), outside),
    ...countLines("External template choices", "exercised", countChoices(outside), outside),
    ...implementationLines(outside),
    ...countLines(
      "External interface choices",
      "exercised",
      countInterfaceChoices(outside),
      outside,
    ),
  ].join("\n");
};

interface CoveragePart {
  readonly name: "internal" | "external";
  readonly created: ReadonlySet<string>;
  readonly exercised: ReadonlySet<string>;
  readonly showsNames: boolean;
  readonly defined: CoverableDefinitionNames;
}

interface CoverageCount {
  readonly all: readonly string[];
  readonly covered: readonly string[];
}

const countCovered = (all: readonly string[], by: ReadonlySet<string>): CoverageCount => ({
  all,
  covered: all.filter((each) => by.has(each)),
});

const countTemplates = ({ defined, created }: CoveragePart): CoverageCount =>
  countCovered(defined.templates, created);
const countChoices = ({ defined, exercised }: CoveragePart): CoverageCount =>
  countCovered(defined.choices, exercised);
const countInterfaceChoices = ({ defined, exercised }: CoveragePart): CoverageCount =>
  countCovered(defined.interfaceChoices, exercised);

const countLines = (
  title: string,
  verb: "created" | "exercised",
  { all, covered }: CoverageCount,
  { name, showsNames }: CoveragePart,
): readonly string[] => {
  const share = `${covered.length} (${formatPercent(covered.length, all.length)})`;
  const never = all.filter((each) => !covered.includes(each));
  const shares =
    name === "internal"
      ? [`  ${share} ${verb}`]
      : [
          `  ${share} ${verb} in any tests`,
          `  ${share} ${verb} in internal tests`,
          `  0 (${formatPercent(0, all.length)}) ${verb} in external tests`,
        ];
  const what = title.charAt(0).toLowerCase() + title.slice(1);
  return [
    `- ${title}`,
    `  ${all.length} defined`,
    ...shares,
    ...(showsNames ? [`  ${what} never ${verb}: ${never.length}`] : []),
    ...(showsNames ? never.map((each) => `    ${formatName(each, name)}`) : []),
  ];
};

/** Returns the displayed name. Names that the tested package defines are displayed without the package. */
const formatName = (covered: string, part: CoveragePart["name"]): string =>
  part === "internal" ? covered.slice(covered.indexOf(":") + 1) : covered;

const implementationLines = ({ name, defined }: CoveragePart): readonly string[] => {
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
const formatPercent = (part: number, whole: number): string =>
  `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1).padStart(5)}%`;
