/** Text that is put into markup as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Content[] | undefined;

/** Markup in which everything is escaped that is put in, but for markup. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(parts.map((part, index) => part + textOf(contents[index])).join(""));

const textOf = (content: Content): string => {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(textOf).join("");
  return String(content).replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
};

/** An element whose text is no markup, without white space around that. Nothing in JSON or code that a bundler wrote ends it. */
export const rawElement = (start: string, name: "script" | "style", text: string): Markup =>
  new Markup(`<${start}>${text}</${name}>`);

/** JSON as text of an element. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
