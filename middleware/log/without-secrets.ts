/**
 * Whether a field of this name holds what nobody else may know. `pageToken` and the like are no secrets, and
 * neither are ids of keys.
 */
export const isSecretName = (name: string): boolean =>
  secretName.test(name.replaceAll(/[-_\s]/g, ""));

const secretName =
  /secret|password|passphrase|mnemonic|privatekey|keymaterial|apikey|seed$|authorization|credential|cookie|^token$|(?:access|refresh|id|bearer|auth)token$/i;

/** A text whose tokens, private keys and parts of addresses that let somebody in are left out. */
export const withoutSecrets = (text: string): string =>
  mayHaveSecrets.test(text) ? replaced(text) : text;

/** What each of the patterns below begins with; most texts of a body have none of it. */
const mayHaveSecrets = /eyJ|bearer|-----BEGIN|:\/\/|[?&]/i;

const replaced = (text: string): string =>
  text
    .replaceAll(/eyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g, hidden)
    .replaceAll(/\bbearer\s+[^\s"]+/gi, `Bearer ${hidden}`)
    .replaceAll(/-----BEGIN [^-]*PRIVATE KEY-----[^]*?(?:-----END [^-]*-----|$)/g, hidden)
    .replaceAll(/:\/\/[^\s/?#@]*@/g, `://${hidden}@`)
    .replaceAll(
      /([?&][^\s=&#?]*(?:key|token|secret|password|signature|sig)=)[^\s&#"]*/gi,
      `$1${hidden}`,
    );

/** What stands in the place of a secret. */
export const hidden = "<hidden>";
