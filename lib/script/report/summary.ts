import type { ScriptOutcome } from "../script-tests.ts";

/** A line for each script as `daml test` prints it; it names the file of the source, which has the name of the module. */
export const summaryLine = (outcome: ScriptOutcome): string => {
  const { failure, activeContracts, transactions } = outcome;
  const verdict =
    failure === undefined
      ? `ok, ${activeContracts} active contracts, ${transactions} transactions.`
      : "failed";
  return `${fileOf(outcome)}:${functionOf(outcome)}: ${verdict}`;
};

/** Why a script failed, with what it traced before. */
export const failureText = ({ failure = "", traces }: ScriptOutcome): string =>
  [failure, ...(traces.length === 0 ? [] : ["Trace:", ...traces.map((each) => `  ${each}`)])].join(
    "\n",
  );

type Named = Pick<ScriptOutcome, "name">;

export const fileOf = ({ name }: Named): string =>
  `${name.slice(0, name.lastIndexOf(":")).replaceAll(".", "/")}.daml`;

export const functionOf = ({ name }: Named): string => name.slice(name.lastIndexOf(":") + 1);
