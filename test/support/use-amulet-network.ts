import { expect } from "chai";

import type { LedgerOptions } from "../../lib/index.ts";
import { AmuletNetwork } from "./amulet-network.ts";
import { sharedFile } from "./shared.ts";

/**
 * Opens a network before the tests of a suite and closes it after them. The tests are skipped if the DAR is
 * missing. Call the returned function only in hooks and tests. The first network of a process takes longer.
 */
export const useAmuletNetwork = (options?: LedgerOptions): (() => AmuletNetwork) => {
  let network: AmuletNetwork | undefined;
  before(async function () {
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    network = await AmuletNetwork.open(dar, options);
  });
  after(() => network?.close());
  return () => network ?? expect.fail("the network is open in hooks and tests only");
};
