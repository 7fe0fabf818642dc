// Checks the subjects of commits that are not on main yet: `node .ci/commit-subjects.js [range]`. A subject
// has at most 72 characters, begins with a verb in the imperative, as in "Fix …", and has no full stop.
import { execFileSync } from "node:child_process";

const [range = "origin/main..HEAD"] = process.argv.slice(2);

const subjectsIn = () => {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["log", "--no-merges", "--format=%h %s", range], options)
      .trim()
      .split("\n");
  } catch {
    if (process.env.CI === "true") throw new Error(`There is no range ${range}.`);
    console.log(`Commit subjects are not checked: there is no range ${range}.`);
    return [];
  }
};

const problemOf = (subject) => {
  if (subject.length > 72) return `it has ${subject.length} characters, at most 72 are allowed`;
  if (!/^[A-Z]/u.test(subject)) return "it does not begin with a capital letter";
  if (subject.endsWith(".")) return "it ends with a full stop";
  const [verb = ""] = subject.split(" ");
  if (/(?:ed|ing|[^su]s)$/u.test(verb)) return `"${verb}" is not an imperative, such as "Fix"`;
  return undefined;
};

for (const line of subjectsIn().filter((each) => each !== "")) {
  const [hash = "", ...words] = line.split(" ");
  const problem = problemOf(words.join(" "));
  if (problem !== undefined) {
    console.error(`${hash} ${words.join(" ")}: ${problem}.`);
    process.exitCode = 1;
  }
}
