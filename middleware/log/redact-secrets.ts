/**
 * Returns true if a field of this name contains a secret. `pageToken` and the like are not secret,
 * nor are ids of keys.
 */
export const isSecretName = (name: string): boolean =>
  secretNamePattern.test(name.replaceAll(/[-_\s]/g, ""));

const secretNamePattern =
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
    .replaceAll(/eyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g, secretReplacement)
    .replaceAll(/\bbearer\s+[^\s"]+/gi, `Bearer ${secretReplacement}`)
    .replaceAll(
      /-----BEGIN [^-]*PRIVATE KEY-----[^]*?(?:-----END [^-]*-----|$)/g,
      secretReplacement,
    )
    .replaceAll(/:\/\/[^\s/?#@]*@/g, `://${secretReplacement}@`)
    .replaceAll(
      /([?&][^\s=&#?]*(?:key|token|secret|password|signature|sig)=)[^\s&#"]*/gi,
      `$1${secretReplacement}`,
    );

/** Replacement of a secret. */
export const secretReplacement = "<hidden>";
