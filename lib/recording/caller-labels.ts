/**
 * Assigns labels to tokens, so that a recording can tell callers apart without containing tokens.
 */
export class CallerLabels {
  readonly #labels = new Map<string, string>();

  /**
   * Returns the user id in the token. If the token cannot be parsed, returns `stranger-1`,
   * `stranger-2` and so on.
   */
  getUserLabel(token: string): string {
    return readTokenSubject(token) ?? this.#getStrangerLabel(token);
  }

  #getStrangerLabel(token: string): string {
    const known = this.#labels.get(token);
    if (known !== undefined) return known;
    const label = `stranger-${this.#labels.size + 1}`;
    this.#labels.set(token, label);
    return label;
  }
}

/** Reads the claim `sub`. Does not verify the token, because the participant does. */
const readTokenSubject = (token: string): string | undefined => {
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
