/** Labels callers by their tokens without recording a token. */
export class UserLabels {
  readonly #strangers = new Map<string, string>();

  /**
   * Returns the user id in the token, or `stranger-1`, `stranger-2` and so on if the token cannot be read.
   */
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

/** Reads the claim `sub` without verifying the token, which the participant does. */
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
