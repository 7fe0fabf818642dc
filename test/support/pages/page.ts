/** A piece of code on a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The file that its first line, a comment, says it is. */
  readonly file: string | undefined;
  /** What stands right below it as what it prints or answers. */
  readonly answer: Answer | undefined;
}

export interface Answer {
  readonly language: string;
  readonly text: string;
}

const fenced = /^```(\w*)\n(.*?)^```$/gmsu;
const answers: ReadonlySet<string> = new Set(["json", "text"]);

/**
 * The code of a page in Markdown, in its order. `json` and `text` right below what runs in a shell is what that prints; `text`
 * elsewhere only shows something.
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

/** The lines that a program prints, by the comments behind its `console.log`. */
export const printedBy = (program: string): readonly string[] =>
  program
    .split("\n")
    .filter((line) => line.includes("console.log("))
    .map((line) => / \/\/ (.+)$/u.exec(line)?.[1] ?? "(no comment says what this prints)");

/** Whether a text is as documented, where … stands for anything. */
export const fits = (documented: string, text: string): boolean => {
  const parts = documented.trim().split("…").map(escaped);
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text.trim());
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
