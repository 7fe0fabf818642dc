import { expect } from "chai";

import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { Package } from "../../../lib/index.ts";
import {
  computeInterfaceView,
  type InterfaceView,
} from "../../../lib/views/visibility/interface-view.ts";
import {
  asset,
  assetsV1,
  assetsV2,
  holding,
  holdingApi,
  unviewableAmount,
} from "../../support/asset-package.ts";

/** Returns the view of a contract of version 1 if these versions are known and usable. */
const viewWith = (
  versions: readonly Package[],
  { usable = versions, amount = 1n }: { usable?: readonly Package[]; amount?: bigint } = {},
): InterfaceView =>
  computeInterfaceView(asset("held", ["alice"], { amount }), holding, {
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

describe("interface view", () => {
  it("is computed by the highest usable version", () => {
    const both = [assetsV1, assetsV2];
    expect(viewWith(both)).to.include({ kind: "computed", implementation: assetsV2.packageId });
    expect(viewWith(both, { usable: [assetsV1] })).to.include({
      kind: "computed",
      implementation: assetsV1.packageId,
    });
  });

  it("is computed by the version that the stream has used before, if it is still usable", () => {
    const used = new Map<string, string>();
    const implementationOf = (usable: readonly Package[]) =>
      computeInterfaceView(asset("held", ["alice"], { amount: 1n }), holding, {
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

  it("skips versions without the template or its implementation of the interface", () => {
    for (const higher of [withoutTemplate, withoutInstance]) {
      expect(viewWith([assetsV1, higher])).to.include({
        kind: "computed",
        implementation: assetsV1.packageId,
      });
    }
  });

  it("fails and names template and interface if no version can compute it", () => {
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

  it("fails with the highest version's failure, even if a lower one would succeed", () => {
    const view = viewWith([assetsV1, assetsV2], { amount: unviewableAmount });
    if (view.kind !== "failed") return expect.fail(`it is ${view.kind}`);
    expect(view.implementation).to.equal(assetsV2.packageId);
    expect(view.error.code).to.equal("DAML_FAILURE");
  });

  it("rethrows errors that are not LedgerErrors", () => {
    const broken: Package = {
      ...assetsV1,
      engine: {
        ...assetsV1.engine,
        computeInterfaceView() {
          throw new TypeError("a bug");
        },
      },
    };
    expect(() => viewWith([broken])).to.throw(TypeError, "a bug");
  });
});
