/**
 * Returns true if a field of this name contains a secret. `pageToken` and the like are not secret,
 * nor are ids of keys.
 */
export const isSecretName = (name: string): boolean =>
  secretName.test(name.replaceAll(/[-_\s]/g, ""));

const secretName =
  /secret|password|passphrase|mnemonic|privatekey|keymaterial|apikey|seed$|authorization|credential|cookie|^token$|(?:access|refresh|id|bearer|auth)token$/i;

/** Returns a text with tokens, private keys and credentials in URLs redacted. */
export const redactSecrets = (text: string): string =>
  mayHaveSecrets.test(text) ? replaceSecrets(text) : text;

/**
 * Texts with which the patterns below begin. Most texts contain none of them, so the patterns need not be
 * tried.
 */
const mayHaveSecrets = /eyJ|bearer|-----BEGIN|:\/\/|[?&]/i;

const replaceSecrets = (text: string): string =>
  text
    .replaceAll(/eyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g, redactedText)
    .replaceAll(/\bbearer\s+[^\s"]+/gi, `Bearer ${redactedText}`)
    .replaceAll(/-----BEGIN [^-]*PRIVATE KEY-----[^]*?(?:-----END [^-]*-----|$)/g, redactedText)
    .replaceAll(/:\/\/[^\s/?#@]*@/g, `://${redactedText}@`)
    .replaceAll(
      /([?&][^\s=&#?]*(?:key|token|secret|password|signature|sig)=)[^\s&#"]*/gi,
      `$1${redactedText}`,
    );

/** Replacement of a secret. */
export const redactedText = "<hidden>";
