import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { installable } from "./versions.js";

/** No step of a newcomer takes as long; what is fetched may, on a machine that has much to do. */
const patienceMillis = 120_000;
const installPatienceMillis = 600_000;

/** Where programs are written and run. */
const folderOf = (path) => ({
  path,
  async write(file, text) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  },
  /** Runs a program in it: what it printed, and its exit code. */
  run: (program, args, environment = {}) => finished(path, program, args, environment),
});

/** A folder of a project whose modules are of this type; what is installed is above it. */
export const folderFor = async (project, name, type) => {
  const folder = folderOf(join(project.path, name));
  await folder.write("package.json", JSON.stringify({ private: true, type }));
  return folder;
};

/**
 * A project that was just begun, with what was packed and these packages installed from the registry. `type` is that of
 * its modules.
 */
export const freshProject = async (path, { tarball, type = "module", packages = [] }) => {
  const project = folderOf(path);
  await project.write("package.json", JSON.stringify({ name: "newcomer", private: true, type }));
  const wanted = [...(tarball === undefined ? [] : [tarball]), ...packages];
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error"];
  const given = ["install", ...quiet, ...wanted];
  const { code, output } = await finished(path, "npm", given, {}, installPatienceMillis);
  if (code !== 0) throw new Error(`npm install ${wanted.join(" ")}:\n${output}`);
  return project;
};

/** The registry does not give what others than we make, and what can be done without. */
export class NotGiven extends Error {}

/** Rejects with {@link NotGiven} where the registry has none of these packages, or not these versions of them. */
export const requireGiven = async (path, packages) => {
  for (const each of packages) {
    const { code, output } = await finished(path, "npm", ["view", each, "version"], {});
    const reason = /\bE(?:404|403|405|TARGET)\b.*/u.exec(output)?.[0];
    if (code !== 0 && reason !== undefined) {
      throw new NotGiven(`the registry gives no ${each}: ${reason}`);
    }
  }
};

/** With packages of the list of versions. */
export const installed = (names) => names.map(installable);

const finished = (cwd, program, args, environment, timeout = patienceMillis) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...surroundings, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      timeout,
    });
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? signal, output }));
  });

/** Nothing of how this very script was started. */
const surroundings = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: "1", CI: "1" }).filter(
    ([name]) => !/^(?:npm_|NODE_OPTIONS$|FORCE_COLOR$)/u.test(name),
  ),
);
