import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { git } from "../../bench/runner/machine.ts";
import { type Ended, runProcess } from "../../bench/runner/run-process.ts";
import { project } from "../support/bench-builds.ts";

describe("the check against the last release @slow", () => {
  let root = "";
  /** A repository that has the check, and no product: nothing of it can be built. */
  beforeEach(() => {
    mkdirSync(join(project, ".build"), { recursive: true });
    root = mkdtempSync(join(project, ".build", "checked-"));
    for (const path of ["bench/check.ts", "bench/runner", "test/support/shared.ts"]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(project, path), join(root, path), { recursive: true });
    }
    writeFileSync(join(root, "package-lock.json"), "{}");
    writeFileSync(join(root, "package.json"), '{"type": "module", "scripts": {}}');
    git(root, "init", "--quiet");
    commit("the release");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const commit = (message: string): void => {
    git(root, "add", ".");
    const author = ["-c", "user.name=ann", "-c", "user.email=ann@localhost"];
    git(root, ...author, "commit", "--quiet", "--allow-empty", "--no-verify", "-m", message);
  };

  const checked = (): Promise<Ended> =>
    runProcess(process.execPath, ["--import", "tsx", join(root, "bench", "check.ts")], {
      cwd: root,
      signal: new AbortController().signal,
    });

  it("is skipped where there is no tag of a release before this commit, and says so", async () => {
    commit("after it");
    git(root, "tag", "v1.0.0");
    expect(await checked()).to.deep.equal({
      code: 0,
      output: "Skipped: no tag of a release lies before this commit.\n",
    });
  });

  it("fails where there is one that cannot be built, and says which and why", async () => {
    git(root, "tag", "v1.0.0");
    commit("after it");
    const { code, output } = await checked();
    expect(output).to.include("Not compared with v1.0.0: v1.0.0 cannot be built: npm run");
    expect(code).to.equal(1);
  });
});
