import { createRequire } from "node:module";

import { expect } from "chai";

import { explainUnsupportedNodeVersion } from "../../../middleware/cli/supported-node.ts";
import { projectText } from "../../support/project-files.ts";

const { satisfies } = createRequire(import.meta.url)("semver") as {
  readonly satisfies: (version: string, range: string) => boolean;
};

describe("unsupported versions of Node", () => {
  const { engines } = JSON.parse(projectText("package.json")) as { engines: { node: string } };

  it("are refused by the command line if the package's `engines` field excludes them", () => {
    for (let major = 16; major < 30; major++) {
      for (const minor of [0, 9, 11, 12, 13, 18, 19, 20, 30]) {
        const version = `${major}.${minor}.1`;
        const fits = satisfies(version, engines.node);
        expect(explainUnsupportedNodeVersion(version) === undefined, version).to.equal(fits);
      }
    }
    expect(explainUnsupportedNodeVersion("18.20.8")).to.match(
      /needs Node 20\.19.*this is Node 18\.20\.8/u,
    );
  });
});
