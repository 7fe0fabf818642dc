/** Text that is inserted into markup without escaping. */
export class SafeMarkup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlContent = string | number | SafeMarkup | readonly HtmlContent[] | undefined;

/** Returns markup in which all inserted values except markup are escaped. */
export const html = (
  parts: TemplateStringsArray,
  ...contents: readonly HtmlContent[]
): SafeMarkup =>
  new SafeMarkup(parts.map((part, index) => part + toEscapedText(contents[index])).join(""));

const toEscapedText = (content: HtmlContent): string => {
  if (content === undefined) return "";
  if (content instanceof SafeMarkup) return content.text;
  if (typeof content === "object") return content.map(toEscapedText).join("");
  return String(content).replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
};

/**
 * Returns an element whose content is not escaped, without white space around it. JSON and bundled code do
 * not contain its end tag.
 */
export const rawElement = (start: string, name: "script" | "style", text: string): SafeMarkup =>
  new SafeMarkup(`<${start}>${text}</${name}>`);

/** Returns JSON as the content of an element. */
export const toInlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
