import { expect } from "chai";

import { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import { errorOf } from "../../support/error-of.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { plainPackage } from "../../support/plain-package.ts";

const one = plainPackage("a", "1.0.0");
const two = plainPackage("a", "2.0.0");
const registry = PackageRegistry.of([two, one, iouPackage]);

describe("PackageSelection", () => {
  it("takes the highest version of a name", () => {
    expect(new PackageSelection(registry).preferred("a")).to.equal(two);
  });

  it("takes the preferred version instead", () => {
    const preference = [one.packageId, iouPackage.packageId];
    const selection = new PackageSelection(registry, { preference });
    expect(selection.preferred("a")).to.equal(one);
    expect(selection.preferred("iou")).to.equal(iouPackage);
  });

  it("takes none that is not usable, preferred or not", () => {
    const isUsable = ({ version }: { readonly version: string }) => version === "1.0.0";
    expect(new PackageSelection(registry, { isUsable }).preferred("a")).to.equal(one);
    const pinned = new PackageSelection(registry, { preference: [two.packageId], isUsable });
    expect(pinned.find("a")).to.equal(undefined);
    expect(errorOf(() => pinned.preferred("a")).code).to.equal("UNRESOLVED_PACKAGE_NAME");
    expect(errorOf(() => pinned.template("#a:Main:Thing")).code).to.equal(
      "JSON_API_PACKAGE_SELECTION_FAILED",
    );
  });

  it("refuses a preference for an unknown package, and for two of one name or one twice", () => {
    const twice = [one.packageId, one.packageId];
    for (const preference of [["00"], [one.packageId, two.packageId], twice]) {
      expect(errorOf(() => new PackageSelection(registry, { preference })).code).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  it("resolves references by name and by id", () => {
    const selection = new PackageSelection(registry);
    const id = `${iouPackage.packageId}:Iou:Iou`;
    expect(selection.typeId("#iou:Iou:Iou")).to.equal(id);
    expect(selection.typeId(id)).to.equal(id);
    expect(selection.template("#iou:Iou:Iou").id).to.equal(id);
    expect(selection.templateOrInterface("#iou:Iou:Holding").id).to.equal(
      `${iouPackage.packageId}:Iou:Holding`,
    );
  });

  it("refuses references to what is not known", () => {
    const selection = new PackageSelection(registry);
    const codeOf = (reference: string) => errorOf(() => selection.template(reference)).code;
    expect(codeOf("#none:Iou:Iou")).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(codeOf("#iou:Iou:None")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(codeOf("#iou:Iou:Holding")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(codeOf("00:Iou:Iou")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(errorOf(() => selection.templateOrInterface("00:Iou:Iou")).code).to.equal(
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    );
    expect(errorOf(() => selection.package("00")).code).to.equal("PACKAGE_NOT_FOUND");
  });

  it("tells where an entity can be found", () => {
    const { cause } = errorOf(() => new PackageSelection(registry).template("#a:Iou:Iou"));
    expect(cause).to.include("#iou:Iou:Iou");
  });
});
