import { expect } from "chai";

import { comparePackageVersions } from "../../../lib/contracts/packages/package-version.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { plainPackage } from "../../support/plain-package.ts";

const versionsOf = (registry: PackageRegistry, name: string): readonly string[] =>
  registry.versions(name).map(({ version }) => version);

describe("PackageRegistry", () => {
  it("finds packages by id and by name, the highest version first", () => {
    const versions = ["1.0.0", "1.10", "1.9", "0.1"].map((version) => plainPackage("a", version));
    const registry = PackageRegistry.of([...versions, plainPackage("b")]);
    expect(versionsOf(registry, "a")).to.deep.equal(["1.10", "1.9", "1.0.0", "0.1"]);
    expect(versionsOf(registry, "c")).to.deep.equal([]);
    for (const known of versions) expect(registry.get(known.packageId)).to.equal(known);
    expect(registry.get("00")).to.equal(undefined);
    expect([...registry.packages()]).to.have.length(5);
  });

  it("is a value: adding gives another one", () => {
    const one = PackageRegistry.of([plainPackage("a")]);
    const two = one.add(plainPackage("b"));
    expect(versionsOf(one, "b")).to.deep.equal([]);
    expect(versionsOf(two, "b")).to.deep.equal(["1.0.0"]);
    expect(two.add(plainPackage("b"))).to.equal(two);
  });

  it("knows several packages of one name and version", () => {
    const rivals = PackageRegistry.of([iouPackage, { ...iouPackage, packageId: "ff" }]);
    expect(versionsOf(rivals, iouPackage.name)).to.deep.equal([
      iouPackage.version,
      iouPackage.version,
    ]);
  });

  it("finds templates and interfaces by their concrete ids", () => {
    const registry = PackageRegistry.of([iouPackage]);
    const { packageId } = iouPackage;
    expect(registry.template(`${packageId}:Iou:Iou`)).to.equal(iouPackage.templates.get("Iou:Iou"));
    expect(registry.interface(`${packageId}:Iou:Holding`)).to.equal(
      iouPackage.interfaces.get("Iou:Holding"),
    );
    expect(registry.template(`${packageId}:Iou:Holding`)).to.equal(undefined);
    expect(registry.interface(`${packageId}:Iou:Iou`)).to.equal(undefined);
    expect(registry.template("00:Iou:Iou")).to.equal(undefined);
  });

  it("tells which templates implement an interface", () => {
    const registry = PackageRegistry.of([iouPackage]);
    const { packageId } = iouPackage;
    expect(registry.implementations(`${packageId}:Iou:Holding`)).to.deep.equal([
      `${packageId}:Iou:Iou`,
    ]);
    expect(registry.implementations(`${packageId}:Iou:Iou`)).to.deep.equal([]);
  });

  it("prepares the codec of a type once", () => {
    const registry = PackageRegistry.of([iouPackage]);
    const payload = iouPackage.templates.get("Iou:Iou")?.payload ?? expect.fail();
    expect(registry.codec(payload)).to.equal(registry.codec(payload));
    const json = { issuer: "bank", owner: "alice", amount: "1.0000000000", watchers: [] };
    const codec = registry.codec(payload);
    expect(codec.encode(codec.decode(json))).to.deep.equal(json);
  });

  it("answers the data types of all its packages", () => {
    const { definitions } = PackageRegistry.of([iouPackage]);
    expect(definitions(`${iouPackage.packageId}:Iou:Iou`)?.kind).to.equal("record");
    expect(definitions(`${iouPackage.packageId}:Iou:None`)).to.equal(undefined);
    expect(definitions("00:Iou:Iou")).to.equal(undefined);
  });
});

describe("comparePackageVersions", () => {
  const ascending = [
    "0",
    "0.0",
    "0.0.1",
    "0.1",
    "0.9",
    "0.10",
    "1",
    "1.0",
    "1.0.0",
    "2",
    "10.0",
    `${"9".repeat(30)}.1`,
  ];

  it("orders segments as numbers, and a missing segment before any other", () => {
    ascending.forEach((left, l) =>
      ascending.forEach((right, r) => {
        expect(comparePackageVersions(left, right), `${left} ${right}`).to.equal(Math.sign(l - r));
      }),
    );
  });
});
