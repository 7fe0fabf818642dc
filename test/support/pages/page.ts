/** A piece of code on a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The file name in its first line, a comment. */
  readonly file: string | undefined;
  /** The output or response that the page shows directly below. */
  readonly answer: Answer | undefined;
}

export interface Answer {
  readonly language: string;
  readonly text: string;
}

const fenced = /^```(\w*)\n(.*?)^```$/gmsu;
const answers: ReadonlySet<string> = new Set(["json", "text"]);

/**
 * Returns the code blocks of a Markdown page, in order. A `json` or `text` block directly below a shell block
 * is the output of that block; any other `text` block is only shown and not tested.
 */
export const blocksOf = (page: string): readonly Block[] => {
  const found = [...page.matchAll(fenced)].map((match) => {
    const [all, language = "", text = ""] = match;
    return { language, text, begin: match.index, end: match.index + all.length };
  });
  return found.flatMap(({ language, text, end }, index) => {
    if (answers.has(language)) return [];
    const below = found[index + 1];
    const isAnswer =
      language === "sh" &&
      below !== undefined &&
      answers.has(below.language) &&
      page.slice(end, below.begin).trim() === "";
    return [{ language, text, file: fileOf(text), answer: isAnswer ? below : undefined }];
  });
};

const fileOf = (text: string): string | undefined =>
  /^(?:\/\/|#) ([\w.-]+\.[a-z]+)\n/u.exec(text)?.[1];

/** Returns the lines that a program prints, from the comments after its `console.log`. */
export const documentedOutputOf = (program: string): readonly string[] =>
  program
    .split("\n")
    .filter((line) => line.includes("console.log("))
    .map((line) => / \/\/ (.+)$/u.exec(line)?.[1] ?? "(no comment says what this prints)");

/** Returns true if the text is as documented, where … stands for any text. */
export const matchesDocumented = (documented: string, text: string): boolean => {
  const parts = documented.trim().split("…").map(escaped);
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text.trim());
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
