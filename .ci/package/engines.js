import { readFileSync } from "node:fs";

import semver from "semver";

/**
 * Returns packages that are required or bundled and support fewer Node versions than this package states.
 */
export const findEngineProblems = () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { engines: stated } = packages[""];
  // Written by .ci/bundle.js.
  const bundled = new Set(JSON.parse(readFileSync(".build/bundled.json", "utf8")));
  return Object.entries(packages)
    .filter(([path, { dev, engines }]) => (dev !== true || bundled.has(path)) && engines?.node)
    .filter(([, { engines }]) => !semver.subset(stated.node, engines.node))
    .map(
      ([path, { engines }]) => `${path} runs on Node ${engines.node}, not on all ${stated.node}`,
    );
};
