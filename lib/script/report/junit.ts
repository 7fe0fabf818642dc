import type { ScriptOutcome } from "../script-tests.ts";
import { failureText, getScriptFunctionName, getScriptSourceFilePath } from "./summary.ts";

/** A test outcome with its duration. */
export interface TimedScriptOutcome extends ScriptOutcome {
  readonly millis: number;
}

/** Returns a JUnit XML report with a suite per module and a case per script. */
export const junitXml = (outcomes: readonly TimedScriptOutcome[]): string => {
  const files = [...new Set(outcomes.map(getScriptSourceFilePath))];
  const suites = files.map((file) =>
    suiteXml(
      file,
      outcomes.filter((each) => getScriptSourceFilePath(each) === file),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${formatCountAttributes(outcomes)}>\n${suites.join("")}</testsuites>\n`;
};

const suiteXml = (file: string, cases: readonly TimedScriptOutcome[]): string =>
  `  <testsuite name="${escapeXml(file)}"${formatCountAttributes(cases)}>\n${cases
    .map((each) => caseXml(file, each))
    .join("")}  </testsuite>\n`;

const caseXml = (file: string, outcome: TimedScriptOutcome): string => {
  const { failure, millis } = outcome;
  const head = `    <testcase name="${escapeXml(getScriptFunctionName(outcome))}" classname="${escapeXml(file)}" time="${formatSeconds(millis)}"`;
  if (failure === undefined) return `${head}/>\n`;
  const [message = ""] = failure.split("\n");
  return `${head}>\n      <failure message="${escapeXml(message)}">${escapeXml(failureText(outcome))}</failure>\n    </testcase>\n`;
};

const formatCountAttributes = (outcomes: readonly TimedScriptOutcome[]): string => {
  const failures = outcomes.filter(({ failure }) => failure !== undefined).length;
  const millis = outcomes.reduce((sum, each) => sum + each.millis, 0);
  return ` tests="${outcomes.length}" failures="${failures}" time="${formatSeconds(millis)}"`;
};

const formatSeconds = (millis: number): string => (millis / 1000).toFixed(3);

/** Escapes a text for XML. Characters that XML cannot contain become U+FFFD. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>"\n]/gu, (character) => `&#${character.charCodeAt(0)};`);
