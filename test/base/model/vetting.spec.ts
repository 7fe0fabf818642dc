import { expect } from "chai";

import {
  addVettedPackages,
  computeChangedVetting,
  emptyVettingState,
  isPackageVetted,
} from "../../../lib/base/model/vetting.ts";
import type { PackageValidityPeriod } from "../../../lib/store.ts";

const vettingOf = (validity: PackageValidityPeriod) => ({
  serial: 1,
  packages: new Map([["p", validity]]),
});

describe("isPackageVetted", () => {
  const cases: readonly (readonly [string, PackageValidityPeriod, bigint, boolean])[] = [
    ["without bounds", {}, 5n, true],
    ["before its first moment", { validFrom: 6n }, 5n, false],
    ["at its first moment", { validFrom: 5n }, 5n, true],
    ["just before its end", { validUntil: 6n }, 5n, true],
    ["at its end", { validUntil: 5n }, 5n, false],
    ["within empty bounds", { validFrom: 5n, validUntil: 5n }, 5n, false],
  ];
  for (const [when, validity, time, expected] of cases) {
    it(`returns ${String(expected)} for a package ${when}`, () => {
      expect(isPackageVetted(vettingOf(validity), "p", time)).to.equal(expected);
    });
  }

  it("returns false for a package that is not vetted, or before any vetting", () => {
    expect(isPackageVetted(vettingOf({}), "q", 5n)).to.equal(false);
    expect(isPackageVetted(undefined, "p", 5n)).to.equal(false);
  });
});

describe("addVetted", () => {
  it("vets packages without time bounds and increments the serial once", () => {
    const vetting = addVettedPackages(vettingOf({ validUntil: 9n }), ["p", "q", "r"]);
    expect(vetting?.serial).to.equal(2);
    expect([...(vetting?.packages ?? [])]).to.deep.equal([
      ["p", { validUntil: 9n }],
      ["q", {}],
      ["r", {}],
    ]);
  });

  it("changes nothing when all packages are vetted already", () => {
    const vetting = vettingOf({ validUntil: 9n });
    expect(addVettedPackages(vetting, ["p"])).to.equal(vetting);
    expect(addVettedPackages(undefined, [])).to.equal(undefined);
  });
});

describe("computeChangedVetting", () => {
  it("increments the serial once for several changes and leaves the earlier vetting unchanged", () => {
    const before = vettingOf({ validUntil: 9n });
    const after = computeChangedVetting(before, (packages) => {
      packages.delete("p");
      packages.set("q", { validFrom: 2n });
    });
    expect(after).to.deep.equal({ serial: 2, packages: new Map([["q", { validFrom: 2n }]]) });
    expect(before).to.deep.equal(vettingOf({ validUntil: 9n }));
  });

  it("returns the earlier vetting when no package changes", () => {
    const before = vettingOf({ validUntil: 9n });
    const after = computeChangedVetting(before, (packages) => {
      packages.set("q", {});
      packages.set("p", { validUntil: 9n });
      packages.delete("q");
    });
    expect(after).to.equal(before);
  });

  it("starts with the serial 0 before any vetting", () => {
    const vet = (packages: Map<string, PackageValidityPeriod>) => packages.set("p", {});
    expect(computeChangedVetting(emptyVettingState, vet).serial).to.equal(1);
    expect(emptyVettingState).to.deep.equal({ serial: 0, packages: new Map() });
  });
});
