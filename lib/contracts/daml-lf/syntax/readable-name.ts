/**
 * Returns the name of a value as its author wrote it, as far as it can be restored. The compiler encodes
 * characters that Daml-LF names cannot contain, and moves parts of definitions into separate values.
 */
export const formatReadableValueName = (name: string): string => {
  const plain = name
    .replaceAll(/\$u([0-9a-f]{4})/gu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll("$$", "$");
  const [, lifted] = /^\$\$sc_(.+)_\d+$/u.exec(plain) ?? [];
  if (lifted !== undefined) return formatReadableValueName(lifted);
  const [, method] = /^\$c(.+)$/u.exec(plain) ?? [];
  if (method !== undefined) return method;
  const [, instance] = /^\$f(.+)$/u.exec(plain) ?? [];
  return instance === undefined ? plain : `instance ${instance}`;
};
