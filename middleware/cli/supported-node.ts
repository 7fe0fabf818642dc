/**
 * Returns why a version of Node, such as `18.20.8`, is not supported; undefined if it is. The
 * versions are those of `engines` in `package.json`, for which npm only prints a warning.
 */
export const explainUnsupportedNodeVersion = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const fits = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (fits) return undefined;
  return `ledger-in-a-box needs Node 20.19, 22.12, 23 or newer; this is Node ${version}.`;
};
