/** The oldest supported Node, and the newest release of each maintained major version. */
export const nodeVersions = { 20: "20.19.0", 22: "22.23.3", 24: "24.21.0" };

/** The newest release of an unsupported major version. */
export const unsupportedNodeVersion = "18.20.8";

/**
 * Exact versions of third-party packages, so that a run fails only because of changes in this repository.
 */
const versions = {
  "@babel/preset-env": "7.29.14",
  "@hey-api/openapi-ts": "0.95.0",
  "@jest/globals": "30.5.2",
  "@swc/core": "1.16.22",
  "@swc/jest": "0.2.39",
  "@types/bun": "1.4.5",
  "@types/chai": "5.2.3",
  "@types/express": "5.0.6",
  "@types/jsonwebtoken": "9.0.10",
  "@types/mocha": "10.0.10",
  "@types/ws": "8.18.1",
  bun: "1.4.5",
  chai: "6.3.0",
  esbuild: "0.25.12",
  express: "5.3.0",
  jest: "30.5.2",
  jsonwebtoken: "9.0.3",
  mocha: "12.0.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  // Later versions require a later Node.
  orval: "7.13.2",
  pg: "8.23.1",
  "swagger-typescript-api": "13.13.0",
  tsx: "4.23.15",
  typescript: "7.0.2",
  vitest: "5.1.1",
};

/**
 * Returns `name@version`, the argument for `npm install`. A name that already contains a version is returned
 * unchanged; a name without one must be in the list.
 */
export const toPackageSpec = (name) => {
  if (name.includes("@", 1)) return name;
  if (versions[name] === undefined) throw new Error(`The list of versions lacks ${name}.`);
  return `${name}@${versions[name]}`;
};
