/** Text that is inserted into markup without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Content[] | undefined;

/** Returns markup in which all inserted values except markup are escaped. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(parts.map((part, index) => part + toEscapedText(contents[index])).join(""));

const toEscapedText = (content: Content): string => {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(toEscapedText).join("");
  return String(content).replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
};

/**
 * Returns an element whose content is not escaped, without white space around it. JSON and bundled code do
 * not contain its end tag.
 */
export const rawElement = (start: string, name: "script" | "style", text: string): Markup =>
  new Markup(`<${start}>${text}</${name}>`);

/** Returns JSON as the content of an element. */
export const toInlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
