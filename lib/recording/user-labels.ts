/** Tells callers apart by their tokens, without keeping any of these. */
export class UserLabels {
  readonly #strangers = new Map<string, string>();

  /** The user that a token names; `stranger-1` and so on where none can be read. */
  of(token: string): string {
    return subjectOf(token) ?? this.#strangerOf(token);
  }

  #strangerOf(token: string): string {
    const known = this.#strangers.get(token);
    if (known !== undefined) return known;
    const label = `stranger-${this.#strangers.size + 1}`;
    this.#strangers.set(token, label);
    return label;
  }
}

/** Nobody verifies it here: the participant did. */
const subjectOf = (token: string): string | undefined => {
  const [, claims = ""] = token.split(".");
  try {
    const { sub } = JSON.parse(fromBase64Url(claims)) as { readonly sub?: unknown };
    return typeof sub === "string" && sub !== "" ? sub : undefined;
  } catch {
    return undefined;
  }
};

const fromBase64Url = (text: string): string => {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
};
