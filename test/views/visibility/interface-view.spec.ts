import { expect } from "chai";

import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { Package } from "../../../lib/index.ts";
import { type InterfaceView, interfaceView } from "../../../lib/views/visibility/interface-view.ts";
import {
  asset,
  assetsV1,
  assetsV2,
  holding,
  holdingApi,
  unviewableAmount,
} from "../../support/asset-package.ts";

/** The view of a contract of the first version, with these versions known and usable. */
const viewWith = (
  versions: readonly Package[],
  { usable = versions, amount = 1n }: { usable?: readonly Package[]; amount?: bigint } = {},
): InterfaceView =>
  interfaceView(asset("held", ["alice"], { amount }), holding, {
    packages: PackageRegistry.of([holdingApi, ...versions]),
    isUsable: (candidate) => usable.includes(candidate),
  });

const withoutTemplate: Package = { ...assetsV2, templates: new Map() };
const withoutInstance: Package = {
  ...assetsV2,
  templates: new Map(
    [...assetsV2.templates].map(([name, template]) => [
      name,
      { ...template, implements: new Set<string>() },
    ]),
  ),
};

describe("interfaceView", () => {
  it("is computed by the highest version that may be used", () => {
    const both = [assetsV1, assetsV2];
    expect(viewWith(both)).to.include({ kind: "computed", implementation: assetsV2.packageId });
    expect(viewWith(both, { usable: [assetsV1] })).to.include({
      kind: "computed",
      implementation: assetsV1.packageId,
    });
  });

  it("goes on to be computed by the version that a stream has used, while that may be used", () => {
    const used = new Map<string, string>();
    const implementationOf = (usable: readonly Package[]) =>
      interfaceView(asset("held", ["alice"], { amount: 1n }), holding, {
        packages: PackageRegistry.of([holdingApi, assetsV1, assetsV2]),
        isUsable: (candidate) => usable.includes(candidate),
        used,
      }).implementation;
    const found = [[assetsV1], [assetsV1, assetsV2], [assetsV2], [assetsV1, assetsV2]].map(
      implementationOf,
    );
    expect(found).to.deep.equal(
      [assetsV1, assetsV1, assetsV2, assetsV2].map((each) => each.packageId),
    );
  });

  it("passes over versions without the template, and those where it does not implement the interface", () => {
    for (const higher of [withoutTemplate, withoutInstance]) {
      expect(viewWith([assetsV1, higher])).to.include({
        kind: "computed",
        implementation: assetsV1.packageId,
      });
    }
  });

  it("is a failure that names template and interface where no version may compute it", () => {
    const view = viewWith([assetsV1], { usable: [] });
    if (view.kind !== "failed") return expect.fail(`it is ${view.kind}`);
    expect(view).not.to.have.property("implementation");
    expect(view.error.code).to.equal("NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE");
    const { templateId } = asset("held", ["alice"]);
    expect(view.error.cause).to.equal(
      `No version of the package assets is vetted that implements ${holding} for the template ${templateId}.`,
    );
    expect(view.error.resources).to.deep.equal([
      ["TEMPLATE_ID", templateId],
      ["INTERFACE_ID", holding],
    ]);
  });

  it("is a failure of the version whose code fails, though a lower one would do", () => {
    const view = viewWith([assetsV1, assetsV2], { amount: unviewableAmount });
    if (view.kind !== "failed") return expect.fail(`it is ${view.kind}`);
    expect(view.implementation).to.equal(assetsV2.packageId);
    expect(view.error.code).to.equal("DAML_FAILURE");
  });

  it("lets pass what is no failure of the ledger's", () => {
    const broken: Package = {
      ...assetsV1,
      engine: {
        ...assetsV1.engine,
        view() {
          throw new TypeError("a fault of ours");
        },
      },
    };
    expect(() => viewWith([broken])).to.throw(TypeError, "a fault of ours");
  });
});
