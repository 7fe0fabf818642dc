import { expect } from "chai";

import type { LedgerOptions } from "../../lib/create-ledger.ts";
import { AmuletNetwork } from "./amulet-network.ts";
import { sharedFile } from "./shared.ts";

const open = (context: Mocha.Context, options?: LedgerOptions): Promise<AmuletNetwork> =>
  AmuletNetwork.open(sharedFile(context, "dars", "splice-amulet-0.1.14.dar"), options);

/** The network of all suites that want no other; each begins it anew. Uploading takes its time. */
let common: AmuletNetwork | undefined;

after(() => common?.close());

/**
 * Opens a network before the tests of a suite and closes it after them, if it has options; without, it
 * is one that the suites of all files share, one after another. The tests are skipped where the DAR is
 * missing. Ask for it in hooks and tests only.
 */
export const useAmuletNetwork = (options?: LedgerOptions): (() => AmuletNetwork) => {
  let network: AmuletNetwork | undefined;
  before(async function () {
    this.timeout(30_000);
    network = options === undefined ? (common ??= await open(this)) : await open(this, options);
  });
  after(() => (network === common ? undefined : network?.close()));
  return () => network ?? expect.fail("the network is open in hooks and tests only");
};
