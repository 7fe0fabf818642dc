import { expect } from "chai";

import { splitTypeId } from "../../../lib/base/identifiers/identifiers.ts";
import { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { comparePackageVersions } from "../../../lib/contracts/packages/package-version.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import { errorOf } from "../../support/error-of.ts";
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

  it("is immutable: adding a package returns another registry", () => {
    const one = PackageRegistry.of([plainPackage("a")]);
    const two = one.add(plainPackage("b"));
    expect(versionsOf(one, "b")).to.deep.equal([]);
    expect(versionsOf(two, "b")).to.deep.equal(["1.0.0"]);
    expect(two.add(plainPackage("b"))).to.equal(two);
  });

  it("holds several packages of one name and version", () => {
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

  it("returns the templates that implement an interface", () => {
    const registry = PackageRegistry.of([iouPackage]);
    const { packageId } = iouPackage;
    expect(registry.implementations(`${packageId}:Iou:Holding`)).to.deep.equal([
      `${packageId}:Iou:Iou`,
    ]);
    expect(registry.implementations(`${packageId}:Iou:Iou`)).to.deep.equal([]);
  });

  it("prepares the codec of a type only once", () => {
    const registry = PackageRegistry.of([iouPackage]);
    const payload = iouPackage.templates.get("Iou:Iou")?.payload ?? expect.fail();
    expect(registry.codec(payload)).to.equal(registry.codec(payload));
    const json = { issuer: "bank", owner: "alice", amount: "1.0000000000", watchers: [] };
    const codec = registry.codec(payload);
    expect(codec.encode(codec.decode(json))).to.deep.equal(json);
  });

  it("returns the data types of all its packages", () => {
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

  it("orders segments as numbers, and a missing segment first", () => {
    ascending.forEach((left, l) =>
      ascending.forEach((right, r) => {
        expect(comparePackageVersions(left, right), `${left} ${right}`).to.equal(Math.sign(l - r));
      }),
    );
  });
});

const one = plainPackage("a", "1.0.0");

const two = plainPackage("a", "2.0.0");

const registry = PackageRegistry.of([two, one, iouPackage]);

describe("PackageSelection", () => {
  it("selects the highest version of a name", () => {
    expect(new PackageSelection(registry).getPreferredPackage("a")).to.equal(two);
  });

  it("selects the preferred version instead", () => {
    const preference = [one.packageId, iouPackage.packageId];
    const selection = new PackageSelection(registry, { preference });
    expect(selection.getPreferredPackage("a")).to.equal(one);
    expect(selection.getPreferredPackage("iou")).to.equal(iouPackage);
  });

  it("never selects an unusable version", () => {
    const isUsable = ({ version }: { readonly version: string }) => version === "1.0.0";
    expect(new PackageSelection(registry, { isUsable }).getPreferredPackage("a")).to.equal(one);
    const pinned = new PackageSelection(registry, { preference: [two.packageId], isUsable });
    expect(pinned.find("a")).to.equal(undefined);
    expect(errorOf(() => pinned.getPreferredPackage("a")).code).to.equal("UNRESOLVED_PACKAGE_NAME");
    expect(errorOf(() => pinned.getTemplate("#a:Main:Thing")).code).to.equal(
      "JSON_API_PACKAGE_SELECTION_FAILED",
    );
  });

  it("refuses preferences for an unknown package, for two packages of one name, and duplicates", () => {
    const twice = [one.packageId, one.packageId];
    for (const preference of [["00"], [one.packageId, two.packageId], twice]) {
      expect(errorOf(() => new PackageSelection(registry, { preference })).code).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  it("resolves references by package name and by package id", () => {
    const selection = new PackageSelection(registry);
    const id = `${iouPackage.packageId}:Iou:Iou`;
    for (const reference of ["#iou:Iou:Iou", id]) {
      const found = selection.findReferencedPackage(reference);
      expect(found?.packageId).to.equal(splitTypeId(id).packageId);
    }
    expect(selection.getTemplate("#iou:Iou:Iou").id).to.equal(id);
    expect(selection.getTemplateOrInterface("#iou:Iou:Holding").id).to.equal(
      `${iouPackage.packageId}:Iou:Holding`,
    );
  });

  it("refuses references to unknown packages and entities", () => {
    const selection = new PackageSelection(registry);
    const codeOf = (reference: string) => errorOf(() => selection.getTemplate(reference)).code;
    expect(codeOf("#none:Iou:Iou")).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(codeOf("#iou:Iou:None")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(codeOf("#iou:Iou:Holding")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(codeOf("00:Iou:Iou")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(errorOf(() => selection.getTemplateOrInterface("00:Iou:Iou")).code).to.equal(
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    );
    expect(errorOf(() => selection.getPackage("00")).code).to.equal("PACKAGE_NOT_FOUND");
  });

  it("suggests packages that contain an unknown entity", () => {
    const { cause } = errorOf(() => new PackageSelection(registry).getTemplate("#a:Iou:Iou"));
    expect(cause).to.include("#iou:Iou:Iou");
  });
});
