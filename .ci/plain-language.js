// Fails for files with more than a few phrases that are hard to read, and for words in the
// glossary's part on Canton and Daml that the reference texts about Canton do not have. `npm run lint`
// runs it. Write the sentence with a subject and a verb: who acts, what happens.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Maximum number of such phrases in a file, because some of them are right. */
const maxPerFile = 3;

/** Phrases with the advice for each. */
const phrases = [
  [/\b(?:for|to|by|beside|from|than) who\b/giu, "name the person or program"],
  [/\bwho(?:ever|soever)\b/giu, "say everybody, or name the group"],
  [/\b(?:whatever|whichever|wherever)\b/giu, "say any, or leave it out"],
  [/\bof (?:its|their|his|our|your|one's) own\b/giu, "say its, their or your"],
  [/\b(?:is|are|was|were) let (?:in|go|through|happen)\b/giu, "say accepted, freed or passed on"],
  [/\bwhat (?:becomes|became) of\b/giu, "say the result"],
  [/\b(?:none|any) of (?:theirs|its|ours)\b/giu, "name the thing"],
  [/\bnot? any ?more\b/giu, "say no longer"],
  [/\bin earnest\b|\bor mean it\b|\bfor ever\b/giu, "say what happens"],
  [/\b(?:as|so) (?:long|far) as (?:it|they) (?:stands?|goes?|lasts?)\b/giu, "say until when"],
  [/\bmend(?:s|ed|ing)?\b/giu, "say fix"],
  [/\bgive(?:s|n)? way to\b|\bhearken\b|\bthere tomorrow\b/giu, "say what happens"],
];

/** Texts that quote others or test this script. */
const exempt =
  /^(?:\.ci\/plain-language\.js|LICENSE|package-lock\.json|test\/fixtures\/|test\/fuzz\/corpus\/)/u;

const files = execFileSync("git", ["ls-files", "*.md", "*.ts", "*.tsx", "*.js"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !exempt.test(file));

let failed = false;
const fail = (text) => {
  failed = true;
  console.error(text);
};

for (const file of files) {
  const found = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      phrases.flatMap(([pattern, advice]) =>
        [...line.matchAll(pattern)].map(
          ([phrase]) => `${file}:${index + 1}: "${phrase}": ${advice}.`,
        ),
      ),
    );
  if (found.length > maxPerFile) {
    fail(
      `${file} has ${found.length} phrases that are hard to read, at most ${maxPerFile} are allowed:`,
    );
    for (const line of found) console.error(`  ${line}`);
  }
}

/** Every text about Canton, in lower case without line breaks. */
const reference = readdirSync("docs/reference")
  .map((file) => readFileSync(`docs/reference/${file}`, "utf8"))
  .join("\n")
  .toLowerCase()
  .replaceAll(/[-\s]+/gu, " ");
const [, terms = ""] =
  /## Terms of Canton and Daml\n(.*?)(?=\n## |$)/su.exec(
    readFileSync("docs/glossary.md", "utf8"),
  ) ?? [];
for (const [, cell] of terms.matchAll(/^\| ([^|]+?) +\|/gmu)) {
  if (cell === "Term" || cell.startsWith("-")) continue;
  const words = cell
    .toLowerCase()
    .replaceAll(/[`-]/gu, " ")
    .split(/,| or /u)[0]
    .trim();
  if (!reference.includes(words.replaceAll(/\s+/gu, " "))) {
    fail(
      `docs/glossary.md: "${cell}" is in no text about Canton (docs/reference); use Canton's word.`,
    );
  }
}

if (failed) process.exitCode = 1;
