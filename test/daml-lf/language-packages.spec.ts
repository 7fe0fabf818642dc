import { expect } from "chai";
import { readDar } from "../../lib/daml-lf/dar.ts";
import { packageChecker } from "../../lib/daml-lf/check-package.ts";
import { decodePackage } from "../../lib/daml-lf/decode-package.ts";
import { languagePackages } from "../../lib/daml-lf/language-packages.ts";
import { sharedFile } from "../support/shared.ts";

describe("the packages of the language", function () {
  this.timeout(10_000);

  for (const file of ["splice-amulet-0.1.14.dar", "canton-builtin-admin-workflow-ping.dar"])
    it(`of ${file} pass the check, and name what they depend on before their bodies are read`, function () {
      const all = readDar(sharedFile(this, "dars", file)).archives.map(decodePackage);
      const known = new Map(all.map((each) => [each.packageId, each]));
      const check = packageChecker((packageId) => known.get(packageId));
      const ours = all.filter(({ packageId }) => languagePackages.has(packageId));
      expect(ours).to.have.length(29);
      for (const lfPackage of ours) {
        expect(lfPackage.name).to.match(/^(?:daml-prim|daml-stdlib|ghc-stdlib)(?:-|$)/u);
        const before = lfPackage.dependencies.size;
        check(lfPackage);
        expect(lfPackage.dependencies.size).to.equal(before);
      }
    });

  it("are all of them at hand", function () {
    const at = ["splice-amulet-0.1.14.dar", "canton-builtin-admin-workflow-ping.dar"].flatMap(
      (file) => readDar(sharedFile(this, "dars", file)).archives.map(({ packageId }) => packageId),
    );
    expect([...languagePackages].filter((packageId) => !at.includes(packageId))).to.deep.equal([]);
  });
});
