import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sharedPath } from "../../test/support/shared.ts";
import { runGit } from "./machine.ts";
import type { MeasuredBuild } from "./run-bench.ts";
import { runProcess } from "./run-process.ts";

export interface GitRefBuild extends MeasuredBuild {
  /** The reference as given, and its commit. */
  readonly ref: string;
  readonly commit: string;
  readonly remove: () => void;
}

/**
 * Builds a commit in a temporary folder, with the benches of this work tree, so that both builds do the
 * same work. Uses the packages of this work tree if the lock file is the same, and installs them otherwise.
 * @throws RangeError if the commit does not exist or cannot be built. The folder is deleted then, and when
 * the signal aborts.
 */
export const buildOtherCommit = async (
  root: string,
  ref: string,
  signal: AbortSignal,
): Promise<GitRefBuild> => {
  const commit = resolveCommit(root, ref);
  const folder = mkdtempSync(join(tmpdir(), "bench-build-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const run = async (program: string, ...args: readonly string[]): Promise<void> => {
    const { code, output } = await runProcess(program, args, { cwd: folder, signal });
    if (code === 0) return;
    throw new RangeError(`${ref} cannot be built: ${[program, ...args].join(" ")}\n${output}`);
  };
  try {
    // A shared clone uses the objects of this repository without changing it, so there is nothing to clean
    // up.
    await run("git", "clone", "--quiet", "--shared", "--no-checkout", root, ".");
    await run("git", "checkout", "--quiet", "--detach", commit);
    if (hasSamePackages(root, folder)) {
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    } else {
      await run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
    }
    await run("npm", "run", "--silent", "spec");
    await run("npm", "run", "--silent", "bundle");
    rmSync(join(folder, "bench"), { recursive: true, force: true });
    cpSync(join(root, "bench"), join(folder, "bench"), { recursive: true });
  } catch (error) {
    remove();
    throw error;
  }
  const shared = sharedPath();
  const environment = shared === undefined ? {} : { LEDGER_SHARED: shared };
  return { root: folder, ref, commit, environment, remove };
};

const resolveCommit = (root: string, ref: string): string => {
  try {
    return runGit(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  } catch {
    throw new RangeError(`There is no commit ${ref} in ${root}`);
  }
};

const hasSamePackages = (one: string, other: string): boolean => {
  const lockOf = (root: string): string => readFileSync(join(root, "package-lock.json"), "utf8");
  return lockOf(one) === lockOf(other);
};
