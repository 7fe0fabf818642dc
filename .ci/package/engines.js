import { readFileSync } from "node:fs";

import semver from "semver";

/** Where the range of Node that we state is wider than the one of something that we need to run. */
export const problemsOfEngines = () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { engines: stated } = packages[""];
  return Object.entries(packages)
    .filter(([, { dev, engines }]) => dev !== true && engines?.node !== undefined)
    .filter(([, { engines }]) => !semver.subset(stated.node, engines.node))
    .map(
      ([path, { engines }]) => `${path} runs on Node ${engines.node}, not on all ${stated.node}`,
    );
};
