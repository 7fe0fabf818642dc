import type { ScriptOutcome } from "../script-tests.ts";
import { formatDamlFailureLocation } from "./format-daml-failure-location.ts";

/**
 * Returns the line that `daml test` prints for a script. The source file name is derived from the module
 * name.
 */
export const summaryLine = (outcome: ScriptOutcome): string => {
  const { failure, activeContracts, transactions } = outcome;
  const verdict =
    failure === undefined
      ? `ok, ${activeContracts} active contracts, ${transactions} transactions.`
      : "failed";
  return `${getScriptSourceFilePath(outcome)}:${getScriptFunctionName(outcome)}: ${verdict}`;
};

/** Returns the reason why a script failed, followed by its trace messages. */
export const failureText = ({ failure = "", traces, daml }: ScriptOutcome): string =>
  [
    failure,
    ...(daml === undefined ? [] : [formatDamlFailureLocation(daml)]),
    ...(traces.length === 0 ? [] : ["Trace:", ...traces.map((each) => `  ${each}`)]),
  ].join("\n");

type ScriptName = Pick<ScriptOutcome, "name">;

export const getScriptSourceFilePath = ({ name }: ScriptName): string =>
  `${name.slice(0, name.lastIndexOf(":")).replaceAll(".", "/")}.daml`;

export const getScriptFunctionName = ({ name }: ScriptName): string =>
  name.slice(name.lastIndexOf(":") + 1);
