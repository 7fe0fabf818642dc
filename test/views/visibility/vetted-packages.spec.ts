import { expect } from "chai";

import { OrderedMap } from "../../../lib/ground/collections/ordered-map.ts";
import { defaultSynchronizerParameters } from "../../../lib/ground/model/synchronizer-parameters.ts";
import type { Synchronizer, Vetting } from "../../../lib/store.ts";
import { vettedPackages } from "../../../lib/views/visibility/vetted-packages.ts";
import { assetsV1 } from "../../support/asset-package.ts";

const at = (id: string, recordTime: bigint): Synchronizer => ({
  id,
  alias: id,
  recordTime,
  parameters: defaultSynchronizerParameters,
});
const vetted = (validFrom?: bigint): Vetting => ({
  serial: 1,
  packages: new Map([[assetsV1.packageId, validFrom === undefined ? {} : { validFrom }]]),
});

describe("vettedPackages", () => {
  it("are those vetted on any one of the synchronizers", () => {
    const synchronizers = [at("one", 0n), at("other", 0n)];
    const isVetted = vettedPackages({
      synchronizers,
      vetting: OrderedMap.from([["other", vetted()]]),
    });
    expect(isVetted(assetsV1)).to.equal(true);
    expect(vettedPackages({ synchronizers, vetting: OrderedMap.empty() })(assetsV1)).to.equal(
      false,
    );
  });

  it("are vetted from when they are, as of the newest record time there", () => {
    const vetting = OrderedMap.from<string, Vetting>([["one", vetted(10n)]]);
    const isVettedAt = (recordTime: bigint) =>
      vettedPackages({ synchronizers: [at("one", recordTime)], vetting })(assetsV1);
    expect([9n, 10n].map(isVettedAt)).to.deep.equal([false, true]);
  });
});
