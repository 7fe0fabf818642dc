// ownable 1.0.0
// By ledger-in-a-box codegen: do not edit

import type { Package } from "../contracts.ts";

export const home: Package = {
  name: "ownable",
  version: "1.0.0",
  id: "c18d247beae50f060468a93e1edce51bb4877cae52eb4f218257c93ce7e3d3c7",
};
