import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { toPackageSpec } from "./versions.js";

/** Timeout of a step in milliseconds. No step takes that long, but downloads may on a busy machine. */
const patienceMillis = 120_000;
const installPatienceMillis = 600_000;

/** Returns a folder in which programs are written and run. */
export const openProjectFolder = (path) => ({
  path,
  async write(file, text) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  },
  /** Runs a program in the folder. Returns its output and its exit code. */
  run: (program, args, environment = {}) => finished(path, program, args, environment),
});

/** Creates a folder of a project with modules of this type; packages are installed in its parent. */
export const createProjectSubfolder = async (project, name, type) => {
  const folder = openProjectFolder(join(project.path, name));
  await folder.write("package.json", JSON.stringify({ private: true, type }));
  return folder;
};

/**
 * Creates a new project with the packed package and these packages from the registry. `type` is the type of
 * its modules.
 */
export const createFreshProject = async (path, { tarball, type = "module", packages = [] }) => {
  const project = openProjectFolder(path);
  await project.write("package.json", JSON.stringify({ name: "newcomer", private: true, type }));
  const wanted = [...(tarball === undefined ? [] : [tarball]), ...packages];
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error"];
  const given = ["install", ...quiet, ...wanted];
  const { code, output } = await finished(path, "npm", given, {}, installPatienceMillis);
  if (code !== 0) throw new Error(`npm install ${wanted.join(" ")}:\n${output}`);
  return project;
};

/** The registry does not provide an optional package of a third party. */
export class PackageUnavailableError extends Error {}

/** Rejects with {@link PackageUnavailableError} if the registry does not provide these packages in these versions. */
export const requirePackagesAvailable = async (path, packages) => {
  for (const each of packages) {
    const { code, output } = await finished(path, "npm", ["view", each, "version"], {});
    const reason = /\bE(?:404|403|405|TARGET)\b.*/u.exec(output)?.[0];
    if (code !== 0 && reason !== undefined) {
      throw new PackageUnavailableError(`the registry does not provide ${each}: ${reason}`);
    }
  }
};

/** Returns the packages with the versions of the list. */
export const installed = (names) => names.map(toPackageSpec);

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

/** The environment without the variables with which this script was started. */
const surroundings = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: "1", CI: "1" }).filter(
    ([name]) => !/^(?:npm_|NODE_OPTIONS$|FORCE_COLOR$)/u.test(name),
  ),
);
