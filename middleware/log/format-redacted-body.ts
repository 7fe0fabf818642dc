import { truncateText } from "../../lib/internal.ts";
import { toPrintableText } from "./printable.ts";
import { isSecretName, redactSecrets, secretReplacement } from "./redact-secrets.ts";

/** Maximum length of a body in a record, in characters. */
const maxLength = 2_000;

/** A body as the log receives it. */
export type LoggedBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string }
  /** The log shows the length of bytes only. */
  | { readonly kind: "bytes"; readonly length: number };

/**
 * Returns a body in one line with secrets redacted. Stops at the maximum length, so the cost is bounded for
 * any size.
 */
export const formatRedactedBody = (body: LoggedBody): string =>
  toPrintableText(redactBodyText(body, maxLength), maxLength);

/** Returns a body with secrets redacted, truncated at `length`; JSON is formatted anew. */
export const redactBody = (body: LoggedBody, length: number): string =>
  truncateText(redactBodyText(body, length), length);

/** Returns a body with secrets redacted; slightly longer than `length` at most. */
const redactBodyText = (body: LoggedBody, length: number): string => {
  switch (body.kind) {
    case "json": {
      const text = new BoundedText(length);
      writeValue(text, body.value);
      return text.text;
    }
    case "text":
      return redactSecrets(body.text.slice(0, length + 1));
    case "bytes":
      return `<${body.length} bytes>`;
  }
};

/** Collects text up to a maximum length. Once it is full, the traversal of deep values ends too. */
class BoundedText {
  text = "";
  readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  get isFull(): boolean {
    return this.text.length > this.length;
  }

  add(piece: string): void {
    this.text += piece;
  }
}

const writeValue = (text: BoundedText, value: unknown): void => {
  if (text.isFull) return;
  if (typeof value === "string") {
    text.add(JSON.stringify(redactSecrets(value.slice(0, text.length + 1))));
  } else if (typeof value !== "object" || value === null) {
    text.add(String(value));
  } else if (Array.isArray(value)) {
    writeItems(text, value);
  } else {
    writeFields(text, value);
  }
};

const writeItems = (text: BoundedText, items: readonly unknown[]): void => {
  text.add("[");
  for (const [index, item] of items.entries()) {
    if (text.isFull) return;
    if (index > 0) text.add(",");
    writeValue(text, item);
  }
  text.add("]");
};

const writeFields = (text: BoundedText, fields: object): void => {
  text.add("{");
  let separator = "";
  for (const name in fields) {
    if (text.isFull) return;
    const value: unknown = (fields as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    text.add(`${separator}${JSON.stringify(redactSecrets(name.slice(0, text.length + 1)))}:`);
    separator = ",";
    if (isSecretName(name) && value !== null) text.add(`"${secretReplacement}"`);
    else writeValue(text, value);
  }
  text.add("}");
};
