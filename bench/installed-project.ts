import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A project with the build installed as a packed npm package, and with these packages. */
export interface InstalledProject {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Returns undefined and prints the reason if npm has a package neither in its cache nor in the registry.
 */
export const installProject = (packages: readonly string[]): InstalledProject | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "bench-project-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const root = join(import.meta.dirname, "..");
    const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
    execFileSync("npm", packing, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const tarballs = readdirSync(folder).map((file) => join(folder, file));
    const path = join(folder, "project");
    mkdirSync(path);
    writeFileSync(join(path, "package.json"), '{ "private": true, "type": "module" }');
    const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel", "error"];
    const installing = ["install", ...quiet, ...tarballs, ...packages];
    const { status, stderr } = spawnSync("npm", installing, { cwd: path, encoding: "utf8" });
    if (status === 0) return { path, remove };
    console.log(`\nnpm does not install ${packages.join(" ")}; nothing was measured:\n${stderr}`);
  } catch (error) {
    remove();
    throw error;
  }
  remove();
  return undefined;
};
