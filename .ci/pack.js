// Packs the build as for the registry: to .build/package.tgz, and unpacked to .build/package.
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";

const tarball = ".build/package.tgz";
const unpacked = ".build/package";

rmSync(unpacked, { recursive: true, force: true });
mkdirSync(unpacked, { recursive: true });
const options = ["--ignore-scripts", "--json", "--pack-destination", ".build"];
const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", ...options], { encoding: "utf8" }));
renameSync(`.build/${filename}`, tarball);
execFileSync("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components", "1"]);
