import { expect } from "chai";

import type { PackageCheckCache } from "../../fixtures/daml/index.ts";
import { scriptTests } from "../../lib/script/index.ts";
import { errorOf } from "../support/error-of.ts";
import { assembleDar, assemblePackage } from "../support/lf/assemble.ts";
import { modules } from "../support/lf/notation.ts";
import { scriptLibrary } from "../support/lf/script-library.ts";

describe("scripts as tests", () => {
  const library = scriptLibrary("3.4");
  const lowLevel = `${library.packageId}:Daml.Script.Internal.LowLevel`;
  const main = assemblePackage({
    name: "ill-typed-scripts",
    version: "1.0.0",
    languageVersion: "2.1",
    modules: modules`module Main {
      val bad: Bool = ();
      val passes: ${lowLevel}:Script Int64 = ${lowLevel}:pure @Int64 1;
    }`,
  });
  const dar = assembleDar(main, [library]);

  it("do not check packages again that have passed the check before", async () => {
    const passedChecks: PackageCheckCache = {
      // The cached result says that the package passed. Only a new check would detect that it is invalid.
      find: (packageId) =>
        packageId === main.packageId ? new Set([library.packageId]) : undefined,
      remember: () => undefined,
    };
    const tests = scriptTests(dar, { passedChecks });
    expect(tests.names).to.deep.equal(["Main:passes"]);
    expect(await tests.run("Main:passes")).to.include({ failure: undefined });
  });

  it("are refused if no result is cached and a package does not pass", () => {
    expect(errorOf(() => scriptTests(dar)).code).to.equal("DAR_VALIDATION_ERROR");
  });
});
