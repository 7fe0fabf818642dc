import { readFileSync } from "node:fs";
import { join } from "node:path";

import semver from "semver";

/**
 * Returns packages that are required or bundled and support fewer Node versions than this package states.
 */
export const findEngineProblems = (packed) => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { engines: stated } = packages[""];
  const bundled = bundledIn(packed);
  return Object.entries(packages)
    .filter(([path, { dev, engines }]) => (dev !== true || bundled.has(path)) && engines?.node)
    .filter(([, { engines }]) => !semver.subset(stated.node, engines.node))
    .map(
      ([path, { engines }]) => `${path} runs on Node ${engines.node}, not on all ${stated.node}`,
    );
};

/** Returns the folders of bundled packages, according to the source maps. */
const bundledIn = ({ unpacked, files }) =>
  new Set(
    files
      .filter((file) => file.endsWith(".js.map"))
      .flatMap((file) => JSON.parse(readFileSync(join(unpacked, file), "utf8")).sources)
      .flatMap((source) => /node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(source) ?? []),
  );
